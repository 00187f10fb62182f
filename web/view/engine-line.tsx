// The line at the foot: what the engine has, where it thinks, and what became of the connection to `montego serve`.

// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./engine-line.css"
import type { EngineChoice, Notice, Place } from "../engine/remote-choice.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"

const { engine: text, live } = TEXTS

export function EngineLine({ engine }: { engine: EngineChoice }) {
  useSource(engine)
  const { restarts, computerThreads } = engine
  const page = aboutPage(engine)
  return (
    <div class="engine-line">
      {computerThreads === undefined ? (
        <span>{page}</span>
      ) : (
        <label>
          {live.choose}{" "}
          <select
            value={engine.place}
            onChange={({ currentTarget }) => engine.choose(currentTarget.value as Place)}
          >
            <option value="computer">{live.computer(computerThreads)}</option>
            <option value="page">{live.page(engine.threads ?? 1)}</option>
          </select>
        </label>
      )}
      {engine.missing !== undefined && <span role="note">{text.missing(engine.missing)}</span>}
      {restarts > 0 && <span>({text.restarted(restarts)})</span>}
      {engine.isLocked && <span>{live.locked}</span>}
      {engine.isLost && !engine.notice && <ConnectAgain engine={engine} />}
      <a href="./docs/" target="_blank">
        {TEXTS.docs}
      </a>
      <a href="./licenses.txt">{TEXTS.licenses}</a>
      <div aria-live="polite">{engine.notice && <NoticeBar engine={engine} notice={engine.notice} />}</div>
    </div>
  )
}

function NoticeBar({ engine, notice }: { engine: EngineChoice; notice: Notice }) {
  return (
    <div class="engine-notice">
      <span>{tell(notice)}</span>
      {engine.isLost && <ConnectAgain engine={engine} />}
      <button type="button" onClick={() => engine.forgetNotice()}>
        {live.read}
      </button>
    </div>
  )
}

function ConnectAgain({ engine }: { engine: EngineChoice }) {
  return (
    <button type="button" onClick={() => engine.reconnect()}>
      {live.reconnect}
    </button>
  )
}

function aboutPage({ threads }: EngineChoice): string {
  if (threads === undefined) return text.waiting
  if (typeof Worker === "undefined") return text.oneNoWorkers
  if (threads > 1) return text.many(threads)
  return crossOriginIsolated ? text.one : text.oneWhy
}

function tell({ why, message, standsInFor }: Notice): string {
  const reason = why === "failed" ? live.failed(message ?? "") : live[why]
  return `${reason} ${standsInFor === undefined ? live.goesOn : live.standsIn(standsInFor)}`
}
