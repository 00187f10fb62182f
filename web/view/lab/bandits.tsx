// Bandits: arms to pull by hand, the regret of the policies, and the published table.

import type { BanditsSnapshot } from "../../engine/lab/bandits.ts"
import type { Laboratory } from "../../state/lab/laboratory.ts"
import type { PullYourself } from "../../state/lab/pull.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { useKeys, useSource } from "../hooks.ts"
import { Chart, short } from "./chart.tsx"
import { Scroll } from "./scroll.tsx"

const { bandits: text } = LAB_TEXTS

export function BanditsView({ lab, snapshot }: { lab: Laboratory; snapshot: BanditsSnapshot | undefined }) {
  const { rounds = [], curves = [], published = [] } = snapshot ?? {}
  const series = (of: "regret" | "reward") =>
    curves.map((curve) => ({
      label: text.policies[curve.policy],
      points: rounds.map((count, i) => [count, curve[of][i]!] as const),
    }))
  return (
    <>
      {lab.pull && <Hand hand={lab.pull} />}
      {snapshot ? (
        <section class="lab-pair">
          <Chart title={text.regret} xTitle={text.pulls} series={series("regret")} isLog low={0} />
          <Chart
            title={text.reward}
            xTitle={text.pulls}
            series={series("reward")}
            isLog
            low={0}
            high={1}
            isPercent
          />
        </section>
      ) : (
        <p class="quiet">{LAB_TEXTS.empty}</p>
      )}
      {published.length > 0 && <Published rows={published} />}
    </>
  )
}

function Hand({ hand }: { hand: PullYourself }) {
  useSource(hand)
  useKeys(({ key }) => {
    const arm = Number(key) - 1
    if (!(arm in hand.arms)) return false
    hand.pull(arm)
    return true
  })
  const { last } = hand
  const said = last && (last.isReward ? text.reward1(last.arm + 1) : text.reward0(last.arm + 1))
  return (
    <section class="card lab-hand" aria-labelledby="lab-hand">
      <h2 id="lab-hand">{text.hand}</h2>
      <p class="quiet">{text.handHint}</p>
      <ul class="lab-arms">
        {hand.arms.map(({ pulls, rewards, bound, chance }, arm) => (
          <li key={arm}>
            <button
              type="button"
              class={last?.arm === arm ? (last.isReward ? "lab-won" : "lab-lost") : ""}
              aria-keyshortcuts={String(arm + 1)}
              onClick={() => hand.pull(arm)}
            >
              {text.arm(arm + 1)}
            </button>
            <span>{pulls > 0 ? text.pulled(pulls, rewards) : text.never}</span>
            <span class="quiet">{bound === undefined ? "" : text.bound(bound.toFixed(2))}</span>
            {hand.isRevealed && <span class="quiet">{text.chance(chance)}</span>}
          </li>
        ))}
      </ul>
      <p role="status">
        {said} {hand.pulls > 0 && text.result(hand.pulls, hand.rewards, hand.regret.toFixed(2))}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => hand.pull(hand.advice)}>
          {text.letPull}
        </button>
        <button type="button" disabled={hand.isRevealed} onClick={() => hand.reveal()}>
          {text.reveal}
        </button>
      </div>
    </section>
  )
}

function Published({ rows }: { rows: BanditsSnapshot["published"] }) {
  const percent = (share: number): string => (100 * share).toFixed(1)
  return (
    <section class="card" aria-labelledby="lab-published">
      <h2 id="lab-published">{text.published}</h2>
      <p class="quiet">{text.publishedHint}</p>
      <Scroll>
        <table class="lab-numbers">
          <thead>
            <tr>
              {[text.policy, text.pulls, text.ours, text.theirs, text.z, ""].map((head) => (
                <th key={head} scope="col">
                  {head || <span class="unseen">{text.notReproducible}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ policy, rounds, reward, cell }) => (
              <tr key={`${policy} ${rounds}`}>
                <th scope="row">{text.policies[policy]}</th>
                <td>{rounds.toLocaleString("en")}</td>
                <td>{percent(reward)}</td>
                <td>{percent(cell.published)}</td>
                <td>{short(cell.z)}</td>
                <td>{cell.isReproducible ? "" : text.notReproducible}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}
