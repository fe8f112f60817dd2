import type uPlot from 'uplot'
import { formatCompact, formatMonth } from '../../lib/format.ts'

export const daySeconds = 86_400
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A day as charts know it: by its first second, in UTC. */
export const secondsOf = (day: string) => Date.parse(day) / 1000

/** What a colour of the theme is at the moment: a canvas knows no variables. */
export function resolved(color: string, box: HTMLElement): string {
  // One for each colour: the colour of one that is there already may be on its way from the last to the next.
  const probe = box.appendChild(document.createElement('span'))
  probe.style.color = color
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

const axisOf = (box: HTMLElement) => ({
  stroke: resolved('var(--mantine-color-dimmed)', box),
  font: `12px ${getComputedStyle(box).fontFamily}`,
  ticks: { show: false },
})

/** Days below, up to the one that begins at `last`, amounts to the left. */
export const dayAxes = (box: HTMLElement, last: number): uPlot.Axis[] => [
  {
    ...axisOf(box),
    size: 30,
    grid: { show: false },
    incrs: [1, 2, 5, 7, 14, 30].map((days) => days * daySeconds),
    space: 64,
    // The axis ends with the end of the last day, and the day after it has nothing yet.
    values: (_, splits) => splits.map((seconds) => (seconds > last ? '' : shortDay.format(seconds * 1000))),
  },
  ...amountAxis(box),
]

/** Months below, each at its place in their order, since they are not of one length; amounts to the left. */
export const monthAxes = (box: HTMLElement, months: readonly string[]): uPlot.Axis[] => [
  {
    ...axisOf(box),
    size: 30,
    grid: { show: false },
    incrs: [1, 2, 3, 6, 12, 24, 60, 120],
    space: 64,
    values: (_, splits) => splits.map((at) => formatMonth(months[at])),
  },
  ...amountAxis(box),
]

const amountAxis = (box: HTMLElement): uPlot.Axis[] => [
  {
    ...axisOf(box),
    size: 52,
    grid: { stroke: resolved('var(--line)', box), width: 1 },
    incrs: [1, 1000, 1_000_000].flatMap((unit) => [1, 2, 5, 10, 25, 50, 100, 250, 500].map((step) => step * unit)),
    values: (_, splits) => splits.map(formatCompact),
  },
]
