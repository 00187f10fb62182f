// The panel of the endgame: the regions of the position, and of the chosen one its game, its thermograph and the best
// moves of both sides. The board shows the same regions, the hot ones in strong shades.

import { useEffect } from "preact/hooks"
import { Black, makeVertex, White, type Point } from "montego/rules"
import type { StudiedRegion, StudiedWall } from "montego/cgt"
import { letterOf } from "../state/review/endgame.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import type { PanelProps } from "./review-tabs.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./review-endgame.css"

const { endgame: text } = TEXTS

export function EndgamePanel({ review }: PanelProps) {
  const { endgame, game, report } = review
  useEffect(() => endgame.look(game, report?.owners), [game, endgame.isLikely, endgame.isLikely && report])
  useEffect(() => () => endgame.close(), [endgame])
  const { study, region, chosen } = endgame
  return (
    <div class="endgame">
      <label class="endgame-trust">
        <input
          type="checkbox"
          checked={endgame.isLikely}
          onChange={({ currentTarget }) => endgame.trust(currentTarget.checked)}
        />
        {text.likely}
      </label>
      {endgame.isLikely && !report && <p class="quiet">{text.noOwners}</p>}
      <p class="quiet" role="note" aria-live="polite">
        {endgame.state === "ready" && study ? text.found(study.regions.length) : text[endgame.state]}
      </p>
      {study && study.regions.length > 0 && (
        <div class="endgame-regions" role="group" aria-label={text.regions}>
          {study.regions.map((one, place) => (
            <button
              key={place}
              type="button"
              aria-pressed={place === chosen}
              onClick={() => endgame.choose(place)}
            >
              {nameOf(one, place, game.size)}
            </button>
          ))}
        </div>
      )}
      {region && chosen !== undefined && <Region region={region} place={chosen} size={game.size} />}
      {study && study.order.length > 0 && <Order review={review} />}
    </div>
  )
}

function nameOf({ points, refused, temperature }: StudiedRegion, place: number, size: number): string {
  return text.region(letterOf(place), makeVertex(points[0]!, size), refused ? undefined : temperature)
}

function vertices(points: readonly Point[], size: number): string {
  return points.length === 0 ? text.none : points.map((point) => makeVertex(point, size)).join(", ")
}

function Region({ region, place, size }: { region: StudiedRegion; place: number; size: number }) {
  const { refused, game, mean, temperature, kind, best, walls } = region
  const head = text.head(letterOf(place), region.points.length)
  if (refused)
    return (
      <section class="endgame-region" aria-live="polite" aria-label={head}>
        <h2>{head}</h2>
        <p>{text.refused[refused]}</p>
      </section>
    )
  const facts: readonly (readonly [string, string])[] = [
    [text.game, game!],
    [text.mean, mean!],
    [text.temperature, temperature!],
    [text.kind, text.kinds[kind!]],
    [text.best(Black), vertices(best![Black], size)],
    [text.best(White), vertices(best![White], size)],
  ]
  return (
    <section class="endgame-region" aria-live="polite" aria-label={head}>
      <h2>{head}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {region.assumesNoKoThreats && <p class="quiet">{text.noThreats}</p>}
      <Thermograph left={walls!.left} right={walls!.right} told={text.thermograph(mean!, temperature!)} />
    </section>
  )
}

const [WIDTH, HEIGHT, MARGIN] = [220, 120, 18]

/** Left's wall and Right's, with the mast above them. Values grow to the left, as in the books. */
function Thermograph({ left, right, told }: { left: StudiedWall; right: StudiedWall; told: string }) {
  const corners = [...left, ...right].filter(([, temperature]) => temperature >= 0)
  const [mean, hottest] = left.at(-1)!
  const top = Math.max(1, hottest * 1.3)
  const atZero = (wall: StudiedWall): StudiedWall => aboveZero(wall)
  const values = [...corners.map(([value]) => value), atZero(left)[0]![0], atZero(right)[0]![0]]
  const [low, high] = [Math.min(...values, mean - 1), Math.max(...values, mean + 1)]
  const x = (value: number): number => MARGIN + ((high - value) / (high - low)) * (WIDTH - 2 * MARGIN)
  const y = (temperature: number): number => HEIGHT - MARGIN - (temperature / top) * (HEIGHT - 2 * MARGIN)
  const line = (wall: StudiedWall): string =>
    [...atZero(wall), [mean, top] as const].map(([value, heat]) => `${x(value)},${y(heat)}`).join(" ")
  return (
    <svg class="thermograph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
      <line x1={MARGIN} x2={WIDTH - MARGIN} y1={y(0)} y2={y(0)} class="axis" />
      <line
        x1={MARGIN}
        x2={WIDTH - MARGIN}
        y1={y(Math.max(0, hottest))}
        y2={y(Math.max(0, hottest))}
        class="level"
      />
      <polyline points={line(left)} class="wall-black" />
      <polyline points={line(right)} class="wall-white" />
      <text x={x(high)} y={HEIGHT - 4} text-anchor="start">
        {number(high)}
      </text>
      <text x={x(low)} y={HEIGHT - 4} text-anchor="end">
        {number(low)}
      </text>
      <text x={x(mean) + 4} y={MARGIN - 6}>
        {text.mast(number(mean), number(Math.max(0, hottest)))}
      </text>
    </svg>
  )
}

function number(value: number): string {
  return String(Math.round(100 * value) / 100)
}

/** The corners from temperature 0 up; the first lies at 0. */
function aboveZero(wall: StudiedWall): StudiedWall {
  const first = wall.findIndex(([, temperature]) => temperature >= 0)
  if (first < 0) return [[wall.at(-1)![0], 0]]
  const after = wall[first]!
  const before = wall[first - 1]
  if (!before || after[1] === 0) return wall.slice(first)
  const share = (0 - before[1]) / (after[1] - before[1])
  return [[before[0] + share * (after[0] - before[0]), 0], ...wall.slice(first)]
}

function Order({ review: { endgame, game } }: { review: Review }) {
  const { study } = endgame
  const moves = study!.order.map(
    ({ color, point, region }) => `${text.side(color)} ${makeVertex(point, game.size)} (${letterOf(region)})`,
  )
  return (
    <section class="endgame-order">
      <h2>{study!.isProven ? text.proven : text.recommended}</h2>
      <p>{moves.join(", ")}</p>
      {study!.assumed > 0 && <p class="quiet">{text.assumed(study!.assumed)}</p>}
    </section>
  )
}
