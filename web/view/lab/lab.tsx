// The laboratory: the index of its pages, and what all of them have: the idea, its source, settings, a run that starts
// and pauses, and a link that reproduces what is shown.

import { useEffect, useMemo } from "preact/hooks"
import { unwrap } from "montego/base"
import { Black, Game, pointAt, White } from "montego/rules"
import { HYBRID } from "montego/service"
import type { LabName, LabSnapshots } from "../../engine/lab/messages.ts"
import type { EngineChoice } from "../../engine/remote-choice.ts"
import type { App } from "../../state/app.ts"
import { makeLink } from "../../state/link/link.ts"
import { LAB_PAGE_NAMES, Laboratory } from "../../state/lab/laboratory.ts"
import type { LabSession } from "../../state/lab/session.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { useKeys, useSource } from "../hooks.ts"
import { CopyAddress } from "../link.tsx"
import { ArenaView } from "./arena.tsx"
import { BanditsView } from "./bandits.tsx"
import { docsLink } from "./docs.ts"
import { EvolveView } from "./evolve.tsx"
import { GamesView } from "./games.tsx"
import { GobbleView } from "./gobble.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./lab.css"
import { Settings } from "./settings.tsx"
import { SimulationsView } from "./simulations.tsx"

const { controls: text } = LAB_TEXTS

interface LabProps {
  readonly app: App
  readonly engine: EngineChoice
}

export function LabPages({ app, engine }: LabProps) {
  const lab = useLaboratory(app)
  useSource(app)
  useSource(lab)
  const { session } = lab
  useSource(session)
  useAddress(lab)
  useSource(engine)
  if (!session) return <Index app={app} engine={engine} lab={lab} />
  return <Page key={session.name} app={app} lab={lab} session={session} />
}

/** Made when it is first shown, and kept: a run goes on being paused on other pages. */
function useLaboratory(app: App): Laboratory {
  return useMemo(() => {
    if (!app.lab) {
      const { open, journals } = app.labTools
      app.lab = new Laboratory(() => {
        if (!open) throw new Error("there is no worker")
        return open()
      }, journals)
      app.lab.go(app.labPlace)
    }
    return app.lab
  }, [app])
}

/** The address is that of what is shown, so that a reload shows it again. Browsers allow few changes a second. */
function useAddress(lab: Laboratory): void {
  const { link, session } = lab
  useEffect(() => {
    if (session?.isRunning || location.hash === link) return
    history.replaceState(history.state, "", link)
  }, [link, session?.status])
}

function Index({ app, engine, lab }: LabProps & { lab: Laboratory }) {
  // Only a server with another engine has one.
  const hybrids = engine.opponents.map(({ player }) => player).filter((player) => player.startsWith(HYBRID))
  return (
    <main class="lab">
      <h1>{LAB_TEXTS.title}</h1>
      <p class="lab-intro">{LAB_TEXTS.intro}</p>
      {lab.fault !== undefined && (
        <p class="fault" role="alert">
          {LAB_TEXTS.linkFault} {lab.fault}.
        </p>
      )}
      <ul class="lab-index">
        {LAB_PAGE_NAMES.map((name) => (
          <li key={name} class="card">
            <h2>
              <a href={`#lab1=${name}${FIRST_SETTINGS[name] ?? ""}`}>{LAB_TEXTS.pages[name].title}</a>
            </h2>
            <p>{LAB_TEXTS.pages[name].short}</p>
          </li>
        ))}
        <li class="card">
          <h2>
            <a href={HEURISTICS}>{LAB_TEXTS.heuristics.title}</a>
          </h2>
          <p>{LAB_TEXTS.heuristics.short}</p>
        </li>
        {app.patterns && (
          <li class="card">
            <h2>
              <button type="button" class="link" onClick={() => app.goTo("patterns")}>
                {LAB_TEXTS.patterns.title}
              </button>
            </h2>
            <p>{LAB_TEXTS.patterns.short}</p>
          </li>
        )}
        <li class="card">
          <h2>
            <a href={docsLink("lab")}>{LAB_TEXTS.experiments.title}</a>
          </h2>
          <p>{LAB_TEXTS.experiments.short}</p>
        </li>
        {hybrids.map((player) => (
          <li key={player} class="card">
            <h2>{LAB_TEXTS.hybrid.title}</h2>
            <p>{LAB_TEXTS.hybrid.idea}</p>
            <p class="quiet">
              {LAB_TEXTS.source} {LAB_TEXTS.hybrid.source} <a href={docsLink("hybrid")}>{LAB_TEXTS.docs}</a>
            </p>
            <div class="buttons">
              <button
                type="button"
                onClick={() => {
                  app.choose({ opponent: "custom", player })
                  app.newGame()
                }}
              >
                {LAB_TEXTS.hybrid.play(player)}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </main>
  )
}

/** What a link of the index sets: on the empty board all methods draw nearly the same map. */
const FIRST_SETTINGS: Readonly<Partial<Record<LabName, string>>> = {
  simulations: "&position=corner%20life",
}

/** The glass box at an opening, with its switches: the tree's heuristics one by one. */
const HEURISTICS = makeLink({
  position: unwrap(
    Game.replay({ size: 9, komi: 7 }, [
      { color: Black, move: pointAt(4, 4) },
      { color: White, move: pointAt(2, 4) },
      { color: Black, move: pointAt(6, 2) },
      { color: White, move: pointAt(2, 2) },
    ]),
  ).position(),
  color: Black,
  player: "uct:strong",
  playouts: 1000,
  seed: 1,
  look: [],
})

interface PageProps {
  readonly app: App
  readonly lab: Laboratory
  readonly session: LabSession
}

function Page({ app, lab, session }: PageProps) {
  const page = LAB_TEXTS.pages[session.name]
  useKeys((event) => pressed(event, session))
  return (
    <main class="lab">
      <nav class="lab-back" aria-label={LAB_TEXTS.title}>
        <a href="#lab">‹ {LAB_TEXTS.back}</a>
      </nav>
      <div class="lab-head">
        <div class="lab-words">
          <h1>{page.title}</h1>
          <p class="lab-idea">{page.idea}</p>
          <p class="quiet">
            {LAB_TEXTS.source} {page.source} <a href={docsLink(page.docs)}>{LAB_TEXTS.docs}</a>
          </p>
        </div>
        <section class="card lab-run" aria-label={text.label}>
          <Settings session={session} />
          <Controls lab={lab} session={session} unit={page.unit} />
        </section>
      </div>
      <Findings app={app} lab={lab} session={session} />
    </main>
  )
}

function pressed({ key, target }: KeyboardEvent, session: LabSession): boolean {
  if (target instanceof HTMLElement && target.closest("button, summary, a") && key === " ") return false
  if (key === "s" || key === " ") session.toggle()
  else if (key === "r") session.reset()
  else return false
  return true
}

function Controls({ lab, session, unit }: Pick<PageProps, "lab" | "session"> & { unit: string }) {
  const { status, done, total, isRunning } = session
  const label = {
    ready: text.start,
    failed: text.start,
    running: text.pause,
    paused: text.goOn,
    over: text.again,
  }[status]
  return (
    <>
      <div class="buttons lab-controls">
        <button type="button" class="main" aria-keyshortcuts="s" onClick={() => session.toggle()}>
          {label}
        </button>
        <button
          type="button"
          aria-keyshortcuts="r"
          disabled={status === "ready"}
          onClick={() => session.reset()}
        >
          {text.reset}
        </button>
        <CopyAddress label={LAB_TEXTS.copyLink} make={() => lab.link} />
      </div>
      <div class="lab-progress">
        <progress value={done} max={total ?? 1} aria-label={text.label} />
        <span class="quiet">{total === undefined ? text.ready : text.progress(done, total, unit)}</span>
      </div>
      <p class="unseen" role="status">
        {isRunning ? text.running : statusText(session, unit)}
      </p>
      {session.fault !== undefined && (
        <p class="fault" role="alert">
          {text.failed(session.fault)}
        </p>
      )}
      <p class="quiet keys">{text.keys}</p>
    </>
  )
}

function statusText({ status, done }: LabSession, unit: string): string {
  if (status === "paused") return text.paused(done, unit)
  if (status === "over") return text.over(done, unit)
  return status === "ready" ? text.ready : ""
}

/** What a session of this name has found. */
type Found<Name extends LabName> = LabSnapshots[Name] | undefined

function Findings({ app, lab, session }: PageProps) {
  const { snapshot } = session
  switch (session.name) {
    case "bandits":
      return <BanditsView lab={lab} snapshot={snapshot as Found<"bandits">} />
    case "simulations":
      return <SimulationsView snapshot={snapshot as Found<"simulations">} />
    case "gobble":
      return <GobbleView snapshot={snapshot as Found<"gobble">} />
    case "evolve":
      return <EvolveView snapshot={snapshot as Found<"evolve">} />
    case "games":
      return <GamesView session={session} snapshot={snapshot as Found<"games">} />
    case "match":
      return <ArenaView app={app} arena={lab.arena} snapshot={snapshot as Found<"match">} />
  }
}
