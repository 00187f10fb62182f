// The way of a tuning as a picture: a panel for each knob, its value by iteration.

import { coordinateOf, makeKnob, type Course, type TuneDefinition } from "../../arena/tune/index.ts"
import { wayPanels } from "../../draw/index.ts"

export function makeTuneSvg({ knobs, player, iterations }: TuneDefinition, course: Course): string {
  const panels = knobs.map((knob, axis) => {
    const { start, value } = course.tuned[axis]!
    const heightOf = (of: number): number => (coordinateOf(knob, of) + 1) / 2
    return {
      title: `${makeKnob(knob)}: ${start} → ${value}`,
      way: course.path.map((values) => heightOf(values[axis]!)),
      start: heightOf(start),
      result: heightOf(value),
      low: String(knob.low),
      high: String(knob.high),
    }
  })
  return wayPanels(panels, {
    title: `Tuning ${player}: ${course.iterations} of ${iterations} iterations`,
    note: "dashed: the start; red: the result, the mean of the shaded half",
    steps: iterations,
    shaded: [course.iterations / 2, course.iterations],
  })
}
