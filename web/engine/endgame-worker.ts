// Regions of a late position, worked out beside the page. The code comes when the first position is asked about.

import { studyEndgame, type EndgameStudy, type StudyQuestion } from "montego/cgt"

interface Scope {
  postMessage(message: EndgameStudy | undefined): void
  addEventListener(kind: "message", listener: (event: { readonly data: StudyQuestion }) => void): void
}

const scope = globalThis as unknown as Scope
scope.addEventListener("message", ({ data }) => scope.postMessage(studyEndgame(data)))
