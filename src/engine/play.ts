// Commands that set up the board and play on it.

import { err, ok } from "../base/result.ts"
import { loadGames } from "../record/node/index.ts"
import { replayRecord, unlawfulText } from "../record/index.ts"
import {
  Black,
  colorName,
  fixedHandicap,
  freeHandicap,
  isBoardSize,
  isKomi,
  isPass,
  KOMI_LIMIT,
  makeAscii,
  makeVertex,
  PASS,
  White,
  type Color,
  type Move,
  type Point,
} from "../rules/index.ts"
import {
  DONE,
  ILLEGAL_MOVE,
  makeVertexList,
  parseColorWord,
  parseFinite,
  parseMoveWord,
  parseWhole,
  SYNTAX_ERROR,
  type Answer,
  type Handler,
} from "./arguments.ts"
import type { Session, Wishes } from "./session.ts"

/** Whether clean-up goes on does not depend on chance. */
const CLEANUP_SEED = 1

export const GAME_COMMANDS: Readonly<Record<string, Handler>> = {
  boardsize: (session, [word]) => {
    const size = parseWhole(word)
    if (size === undefined) return SYNTAX_ERROR
    if (!isBoardSize(size)) return err("unacceptable size")
    return answer(session.clear({ size }))
  },
  clear_board: (session) => answer(session.clear()),
  komi: (session, [word]) => {
    const komi = parseFinite(word)
    if (komi === undefined) return SYNTAX_ERROR
    return isKomi(komi) ? answer(session.change({ komi })) : err(`komi is ${-KOMI_LIMIT} to ${KOMI_LIMIT}`)
  },

  play: (session, [colorWord, vertex]) => playWords(session, colorWord, vertex),
  genmove: async (session, [word]) => {
    const color = parseColorWord(word)
    if (color === undefined) return SYNTAX_ERROR
    return genmove(session, color)
  },
  reg_genmove: async (session, [word]) => {
    const color = parseColorWord(word)
    if (color === undefined) return SYNTAX_ERROR
    const { move } = await session.choose(color, "regression")
    return ok(move === "resign" ? move : makeVertex(move, session.game.size))
  },
  "kgs-genmove_cleanup": async (session, [word]) => {
    const color = parseColorWord(word)
    if (color === undefined) return SYNTAX_ERROR
    // A pass says that everything left is alive: so it comes only when no dead enemy stone is left.
    const { board } = session.game
    const enemies = session
      .estimateDead(board, color, CLEANUP_SEED)
      .filter((point) => board.at(point) !== color)
    return enemies.length > 0 ? cleanUp(session, color, enemies) : playMove(session, color, PASS)
  },
  undo: (session) => (session.game.undo() ? DONE : err("cannot undo")),
  "gg-undo": (session, [word = "1"]) => {
    const moves = parseWhole(word)
    if (moves === undefined) return SYNTAX_ERROR
    if (moves > session.game.moves.length) return err("cannot undo")
    for (let i = 0; i < moves; i++) session.game.undo()
    return DONE
  },

  fixed_handicap: (session, [word]) => placeHandicap(session, word, fixedHandicap),
  place_free_handicap: (session, [word]) => placeHandicap(session, word, freeHandicap),
  set_free_handicap: (session, words) => {
    const points = pointList(words, session.game.size)
    if (!points || points.length < 2 || points.length >= session.game.size ** 2) return err("bad vertex list")
    const set = setHandicap(session, points)
    return set.ok ? DONE : set
  },

  loadsgf: async (session, [file, word]) => {
    const before = word === undefined ? Infinity : parseWhole(word)
    if (file === undefined || before === undefined) return SYNTAX_ERROR
    // A pipe would keep the engine waiting, and the standard input is the conversation itself.
    const games = await loadGames(file, { pipes: false })
    const [first] = games.ok ? games.value : []
    if (!first) return err("cannot load file")
    const replayed = replayRecord(first.game, { rules: session.rules, before })
    if (!replayed.ok) return err(`cannot load file: ${replayed.error}`)
    const { game, unlawful } = replayed.value
    session.load(game)
    // Nothing, as the protocol has it, unless there is something to tell.
    return ok(unlawful.map((fault) => unlawfulText(fault, first)).join("\n"))
  },
  showboard: ({ game }) => {
    const { board, komi, rules, size } = game
    const last = game.moves.at(-1)
    const lines = [
      makeAscii(board, last?.move),
      `${colorName(game.toPlay)} to play, move ${game.moves.length + 1}` +
        (last ? `, last ${makeVertex(last.move, size)}` : ""),
      `rules ${rules.name}, komi ${komi}, handicap ${game.handicap}`,
      `prisoners: Black has taken ${board.prisoners(Black)}, White ${board.prisoners(White)}`,
    ]
    return ok(`\n${lines.join("\n")}`)
  },

  "gogui-play_sequence": playSequence,
  play_sequence: playSequence,
  "gogui-setup": (session, words) => {
    if (session.game.moves.length > 0) return err("board not empty")
    const stones: [Color, Point][] = []
    for (let i = 0; i < words.length; i += 2) {
      const color = parseColorWord(words[i])
      const point = parseMoveWord(words[i + 1], session.game.size)
      if (color === undefined || point === undefined) return SYNTAX_ERROR
      if (point === "off-board" || isPass(point)) return err("bad vertex list")
      stones.push([color, point as Point])
    }
    return answer(session.clear({ setup: stones }))
  },
  "gogui-setup_player": (session, [word]) => {
    const color = parseColorWord(word)
    if (color === undefined) return SYNTAX_ERROR
    const { setup, handicap, moves } = session.game
    if (moves.length > 0) return err("board not empty")
    return answer(session.clear({ setup, handicap, firstToPlay: color }))
  },
}

/** Lets the player move; the answer is the move. */
export async function genmove(session: Session, color: Color, wishes: Wishes = {}): Promise<Answer> {
  const { move } = await session.choose(color, "game", wishes)
  return finish(session, color, move)
}

function finish(session: Session, color: Color, move: Move | "resign"): Answer {
  if (move === "resign") session.game.resign(color)
  const played = move === "resign" ? ok(move) : playMove(session, color, move)
  session.tellEnd()
  return played
}

/**
 * A player that passes because it wins as it is goes on all the same: at the dead stones, if its search looked there.
 */
async function cleanUp(session: Session, color: Color, enemies: readonly Point[]): Promise<Answer> {
  const { move, report } = await session.choose(color, "game", { mustCapture: true })
  if (move === "resign" || !isPass(move)) return finish(session, color, move)
  const { board } = session.game
  const liberties = new Set<Move>(enemies.flatMap((point) => board.liberties(point)))
  const moves = (report?.candidates ?? [])
    .filter(({ visits }) => visits > 0)
    .map((candidate) => candidate.move)
  const goingOn = moves.find((other) => liberties.has(other)) ?? moves.find((other) => !isPass(other))
  return finish(session, color, goingOn ?? PASS)
}

function playMove(session: Session, color: Color, move: Move): Answer {
  const { game } = session
  // The protocol has no end of the game: a move after two passes resumes it.
  if (game.phase !== "playing") game.resume()
  const played = game.play(move, color)
  return played.ok ? ok(makeVertex(move, game.size)) : ILLEGAL_MOVE
}

function playWords(session: Session, colorWord: string | undefined, vertex: string | undefined): Answer {
  const color = parseColorWord(colorWord)
  const move = parseMoveWord(vertex, session.game.size)
  if (color === undefined || move === undefined) return SYNTAX_ERROR
  if (move === "off-board") return ILLEGAL_MOVE
  const played = playMove(session, color, move)
  return played.ok ? DONE : played
}

/** All moves or none. */
function playSequence(session: Session, words: readonly string[]): Answer {
  const before = session.game.moves.length
  for (let i = 0; i < words.length; i += 2) {
    const played = playWords(session, words[i], words[i + 1])
    if (played.ok) continue
    while (session.game.moves.length > before) session.game.undo()
    return played
  }
  return DONE
}

function placeHandicap(
  session: Session,
  word: string | undefined,
  choose: (size: number, stones: number) => Point[] | undefined,
): Answer {
  const stones = parseWhole(word)
  if (stones === undefined) return SYNTAX_ERROR
  const points = choose(session.game.size, stones)
  return points ? setHandicap(session, points) : err("invalid number of stones")
}

function setHandicap(session: Session, points: readonly Point[]): Answer {
  const { size, setup: stones, moves } = session.game
  if (moves.length > 0 || stones.length > 0) return err("board not empty")
  const setup = points.map((point) => [Black, point] as const)
  const set = session.clear({ setup, handicap: points.length })
  return set.ok ? ok(makeVertexList(points, size)) : err("bad vertex list")
}

/** Different points of the board; undefined when one is not. */
function pointList(words: readonly string[], size: number): Point[] | undefined {
  const moves = words.map((word) => parseMoveWord(word, size))
  if (moves.some((move) => move === undefined || move === "off-board" || isPass(move))) return undefined
  return new Set(moves).size === moves.length ? (moves as Point[]) : undefined
}

function answer(result: { ok: true } | { ok: false; error: string }): Answer {
  return result.ok ? DONE : err(result.error)
}
