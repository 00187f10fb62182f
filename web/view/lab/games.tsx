// Thermographs of a sum and its parts, strategies beside perfect play, and the curves of a learner.

import { useEffect } from "preact/hooks"
import type { GamesSnapshot, ThermographPanel, WallPoint } from "../../engine/lab/games.ts"
import { ticks } from "../../state/lab/chart.ts"
import type { LabSession } from "../../state/lab/session.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { Chart, short } from "./chart.tsx"
import { Scroll } from "./scroll.tsx"

const { games: text } = LAB_TEXTS

/** Games to try: gote, a hot sente, the toy sum of the thesis, and a bent wall. */
const EXAMPLES = [
  "{2|-2}",
  "{3||0|-10}",
  "{2|-2} + {4|-4} + {3||0|-10}",
  "{7||{{12|4},6|0}}",
  "3*{5|-5} + {9|1||0}",
]

interface GamesProps {
  readonly session: LabSession
  readonly snapshot: GamesSnapshot | undefined
}

export function GamesView({ session, snapshot }: GamesProps) {
  // Thermographs need no playouts: they are there before the learner starts.
  const isBare = session.status === "ready" && !snapshot && session.fault === undefined
  useEffect(() => {
    if (isBare) session.start(0)
  }, [isBare])
  return (
    <>
      <p class="lab-examples">
        {text.examples}{" "}
        {EXAMPLES.map((example) => (
          <button
            key={example}
            type="button"
            class="link"
            onClick={() => {
              session.choose("sum", example)
              session.start()
            }}
          >
            {example}
          </button>
        ))}
      </p>
      {snapshot ? <Findings session={session} snapshot={snapshot} /> : <p class="quiet">{LAB_TEXTS.empty}</p>}
    </>
  )
}

function Findings({ session, snapshot }: { session: LabSession; snapshot: GamesSnapshot }) {
  const { panels, perfect, strategies, refusal, learned } = snapshot
  const optimal = learned.optimal.at(-1)
  return (
    <>
      <p class="quiet">{text.axis}</p>
      <section class="lab-panels">
        {panels.map((panel, index) => (
          <Thermograph key={index} panel={panel} all={panels} />
        ))}
      </section>
      <PanelTable panels={panels} />
      {refusal !== undefined && <p>{text.refusal(refusal)}</p>}
      {perfect && strategies.length > 0 && (
        <section class="card">
          <p>{text.perfect(...perfect)}</p>
          <Strategies strategies={strategies} />
        </section>
      )}
      {learned.playouts.length > 0 && (
        <>
          <Chart
            title={text.learned}
            hint={text.learnedHint[String(session.settings["learner"])]}
            xTitle={text.playouts}
            series={learned.lines.map(({ label, values }) => ({
              label,
              points: learned.playouts.map((count, i) => [count, values[i]!] as const),
            }))}
          />
          {learned.choices > 0 && optimal !== undefined && <p>{text.right(optimal, learned.choices)}</p>}
        </>
      )}
    </>
  )
}

function nameOf({ game }: ThermographPanel): string {
  return game ?? text.whole
}

const BOX = { width: 240, height: 200, left: 30, right: 8, top: 8, bottom: 24 }

/** All panels have one scale, so that they can be compared. */
function Thermograph({ panel, all }: { panel: ThermographPanel; all: readonly ThermographPanel[] }) {
  const corners = all.flatMap(({ leftWall, rightWall }) => [...leftWall, ...rightWall])
  const values = corners.map(([, value]) => value)
  const [low, high] = [Math.floor(Math.min(...values)) - 1, Math.ceil(Math.max(...values)) + 1]
  const hottest = Math.max(0, ...corners.map(([temperature]) => temperature))
  const top = hottest + Math.max(1, hottest / 4)
  const x = (value: number): number =>
    BOX.width - BOX.right - ((value - low) / (high - low)) * (BOX.width - BOX.left - BOX.right)
  const y = (temperature: number): number =>
    BOX.height - BOX.bottom - ((temperature + 1) / (top + 1)) * (BOX.height - BOX.top - BOX.bottom)
  const at = ([temperature, value]: WallPoint): string =>
    `${x(value).toFixed(1)} ${y(temperature).toFixed(1)}`
  const foot = panel.leftWall.at(-1)!
  const mast: WallPoint = [top, foot[1]]
  const wall = (points: readonly WallPoint[]): string => `M${[...points, mast].map(at).join("L")}`
  const inside = `M${[...panel.leftWall, ...panel.rightWall.toReversed()].map(at).join("L")}Z`
  const title = text.panel(nameOf(panel), panel.mean, panel.temperature)
  return (
    <figure class="lab-panel">
      <figcaption>
        <code>{nameOf(panel)}</code>
      </figcaption>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={title}>
        {ticks(-1, top, 5).map((tick) => (
          <g key={tick}>
            <line
              class={tick === 0 ? "lab-zero" : "lab-grid"}
              x1={BOX.left}
              x2={BOX.width - BOX.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={BOX.left - 5} y={y(tick) + 4} text-anchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
        {ticks(low, high, 5).map((tick) => (
          <text key={tick} x={x(tick)} y={BOX.height - 8} text-anchor="middle">
            {short(tick)}
          </text>
        ))}
        <path class="lab-inside" d={inside} />
        <path class="lab-line lab-line-0" d={wall(panel.leftWall)} />
        <path class="lab-line lab-line-0" d={wall(panel.rightWall)} />
        <circle class="lab-foot" cx={x(foot[1])} cy={y(foot[0])} r={4} />
      </svg>
    </figure>
  )
}

/** The thermographs in numbers. */
function PanelTable({ panels }: { panels: readonly ThermographPanel[] }) {
  return (
    <Scroll>
      <table class="lab-numbers">
        <thead>
          <tr>
            {[text.part, text.mean, text.temperature, text.stops, text.kind].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {panels.map((panel, index) => (
            <tr key={index}>
              <th scope="row">
                <code>{nameOf(panel)}</code>
              </th>
              <td>{panel.mean}</td>
              <td>{panel.temperature}</td>
              <td>
                {panel.leftStop}, {panel.rightStop}
              </td>
              <td>{text.characters[panel.character]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Strategies({ strategies }: Pick<GamesSnapshot, "strategies">) {
  const heads = strategies[0]!.games.map(({ first, side }) => text.first(first, side))
  return (
    <Scroll>
      <table class="lab-numbers">
        <thead>
          <tr>
            {[text.strategy, ...heads, text.optimal].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strategies.map(({ strategy, games, optimal, choices }) => (
            <tr key={strategy}>
              <th scope="row">{text.strategies[strategy]}</th>
              {games.map(({ first, side, score, loss }) => (
                <td key={`${first} ${side}`}>
                  {score} {loss !== "0" && <span class="quiet">({text.loses(loss)})</span>}
                </td>
              ))}
              <td>{choices === 0 ? "–" : `${optimal} / ${choices}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
