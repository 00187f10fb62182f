// Replay links: the buttons that copy one, and the page that opens one.

import { useEffect, useMemo, useState } from "preact/hooks"
import { percent } from "montego/base"
import { isPass, makeVertex, type Game } from "montego/rules"
import type { App } from "../state/app.ts"
import { GlassBox } from "../state/glass/glass.ts"
import { makeLink, THIS_MAKER } from "../state/link/link.ts"
import { makePicture, short } from "../state/shared/picture.ts"
import type { PlaySession } from "../state/play/play.ts"
import {
  linkOfGame,
  linkOfLastMove,
  linkOfPosition,
  type LinkDraft,
  type LinkReplay,
} from "../state/link/replay.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { CandidateTable } from "./candidates.tsx"
import { useSource } from "./hooks.ts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./link.css"
import { Table } from "./parts.tsx"

const { link: text } = TEXTS
/** Milliseconds for which a button says that it has copied. */
const SAID = 2000

/** Copies the address of a search. */
function CopyLink({ make, label = text.copy }: { make: () => LinkDraft; label?: string }) {
  return <CopyAddress make={() => makeLink(make())} label={label} />
}

/** Copies the address of this page with a fragment; where the browser forbids that, it shows the address. */
export function CopyAddress({ make, label }: { make: () => string; label: string }) {
  const [copied, setCopied] = useState<{ readonly address?: string } | undefined>(undefined)
  useEffect(() => {
    if (!copied || copied.address !== undefined) return undefined
    const timer = setTimeout(() => setCopied(undefined), SAID)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    const address = `${location.origin}${location.pathname}${location.search}${make()}`
    try {
      await navigator.clipboard.writeText(address)
      setCopied({})
    } catch {
      setCopied({ address })
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{copied && copied.address === undefined ? text.copied : label}</span>
      </button>
      {copied?.address !== undefined && (
        <label class="field link-address">
          <span>{text.byHand}</span>
          <input
            readOnly
            value={copied.address}
            ref={(field) => field?.select()}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
      )}
    </>
  )
}

/** Of a game: the position now, and the machine's last move. */
export function PlayLinks({ play }: { play: PlaySession }) {
  return (
    <>
      <CopyLink make={() => linkOfGame(play)} />
      {linkOfLastMove(play) && <CopyLink label={text.copyLast} make={() => linkOfLastMove(play)!} />}
    </>
  )
}

/** Of the glass box: the search, how far it is, and the node that is looked at. */
export function GlassLink({ glass }: { glass: GlassBox }) {
  const make = (): string => {
    const { game, color, player, seed, simulations, line } = glass
    const [position, playouts] = [game.position(), Math.max(1, simulations)]
    return makeLink({ position, color, player, seed, playouts, look: line })
  }
  return <CopyAddress label={text.copy} make={make} />
}

/** Of a record: the position that is shown, by link and from inside. */
export function ReviewLinks({ app, game }: { app: App; game: Game }) {
  if (!GlassBox.canShow(game)) return null
  return (
    <>
      <button type="button" onClick={() => app.openGlass()}>
        {TEXTS.glass.open}
      </button>
      <CopyLink make={() => linkOfPosition(game)} />
    </>
  )
}

export function Link({ app }: { app: App }) {
  return app.link ? <Replay app={app} replay={app.link} /> : <BrokenLink app={app} />
}

function BrokenLink({ app }: { app: App }) {
  return (
    <main class="start">
      <section class="card start-card">
        <h1>{text.title}</h1>
        <p class="fault" role="alert">
          {text.fault} {app.linkFault}
        </p>
        <p class="quiet">{text.faultHelp}</p>
        <button type="button" class="main" onClick={() => app.goTo("start")}>
          {text.home}
        </button>
      </section>
    </main>
  )
}

function Replay({ app, replay }: { app: App; replay: LinkReplay }) {
  useSource(replay)
  const { link, game, status } = replay
  const { player, playouts, seed, color } = link
  const canLookInside = /^uct\b/.test(player)
  return (
    <Table
      board={
        <Board
          picture={usePicture(replay)}
          coordinates={app.view.coordinates}
          ghost={undefined}
          refused={undefined}
          onPoint={() => undefined}
          onRead={() => undefined}
        />
      }
    >
      <section class="card" aria-labelledby="link-title">
        <h1 class="record-title" id="link-title">
          {text.title}
        </h1>
        {replay.isForeign && <Foreign replay={replay} />}
        <p>{text.what(color, player, playouts.toLocaleString("en"), seed)}</p>
        <p class="quiet">
          {TEXTS.play.gameInfo(TEXTS.rules[game.rules.name] ?? game.rules.name, game.komi)},{" "}
          {TEXTS.play.moveNumber(game.moves.length)}
        </p>
        <p class="status link-status" role="status">
          <strong>{statusText(replay)}</strong>
        </p>
        {status === "trouble" && (
          <p class="fault" role="alert">
            {TEXTS.play.trouble} {replay.trouble}
          </p>
        )}
        <progress
          class={status === "searching" ? "" : "link-idle"}
          value={Math.min(1, (replay.report?.playouts ?? 0) / playouts)}
          max={1}
          aria-label={text.searching}
        />
        <Numbers replay={replay} />
        <Compared replay={replay} />
        <div class="buttons">
          {status === "searching" ? (
            <button type="button" onClick={() => replay.stop()}>
              {text.stop}
            </button>
          ) : (
            <button type="button" onClick={() => void replay.start()}>
              {text.again}
            </button>
          )}
          {canLookInside && (
            <button type="button" onClick={() => app.openGlass(player, seed)}>
              {TEXTS.glass.open}
            </button>
          )}
          <button type="button" onClick={() => app.reviewLink()}>
            {text.review}
          </button>
        </div>
      </section>
    </Table>
  )
}

function usePicture({ game, report, status, move }: LinkReplay) {
  const hint = status === "done" && move !== "resign" ? move : undefined
  return useMemo(
    () =>
      makePicture({
        board: game.board,
        last: game.moves.at(-1)?.move,
        candidates: report?.candidates,
        ...(hint === undefined || isPass(hint) || report ? {} : { hint }),
      }),
    [game, report, hint],
  )
}

function Foreign({ replay }: { replay: LinkReplay }) {
  const { version, signature } = replay.link.maker
  return (
    <p class="link-foreign" role="note">
      {text.foreign(version, signature, THIS_MAKER.version, THIS_MAKER.signature)}
    </p>
  )
}

function statusText({ status, move, game }: LinkReplay): string {
  if (status === "searching") return text.searching
  if (status === "stopped") return text.stopped
  if (status === "trouble" || move === undefined) return ""
  return move === "resign" ? text.resigns : text.plays(makeVertex(move, game.size))
}

const SHOWN_CANDIDATES = 8

/** To one place more than elsewhere: these numbers are there to be compared. */
function Numbers({ replay }: { replay: LinkReplay }) {
  const { report, game } = replay
  if (!report) return <div class="link-numbers" />
  const isShort = replay.status === "done" && report.playouts < replay.link.playouts
  const made = isShort ? text.decided : text.playouts
  return (
    <div class="link-numbers">
      <p class="numbers">
        <strong>{text.winRate(report.color, percent(report.winRate))}</strong>
        <span class="quiet">{made(report.playouts.toLocaleString("en"))}</span>
      </p>
      <CandidateTable
        candidates={report.candidates}
        color={report.color}
        size={game.size}
        most={SHOWN_CANDIDATES}
        rate={percent}
        visits={(visits) => (visits < 100_000 ? String(visits) : short(visits))}
      />
    </div>
  )
}

/** With the move of the game that the link is from. */
function Compared({ replay }: { replay: LinkReplay }) {
  const { link, move, status, game } = replay
  if (link.played === undefined || status !== "done") return null
  const name = link.played === "resign" ? text.resigned : makeVertex(link.played, game.size)
  return <p class="quiet">{move === link.played ? text.playedSame(name) : text.played(name)}</p>
}
