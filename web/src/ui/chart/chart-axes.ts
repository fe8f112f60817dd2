import type uPlot from 'uplot'
import { formatCompact, formatMonth, formatShortDay } from '../../lib/format/format.ts'

export const daySeconds = 86_400

/** A day on the time axis: the first second of the day in UTC. */
export const toSeconds = (day: string) => Date.parse(day) / 1000

/** The current value of a theme color, because a canvas does not resolve CSS variables. */
export function resolveColor(color: string, box: HTMLElement): string {
  // A new probe for each color: an existing one may be in the middle of a color transition.
  const probe = box.appendChild(document.createElement('span'))
  probe.style.color = color
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

const buildAxis = (box: HTMLElement) => ({
  stroke: resolveColor('var(--mantine-color-dimmed)', box),
  font: `12px ${getComputedStyle(box).fontFamily}`,
  ticks: { show: false },
})

/** Days on the x-axis, up to the day that begins at `last`; amounts on the y-axis. */
export const buildDayAxes = (box: HTMLElement, last: number): uPlot.Axis[] => [
  {
    ...buildAxis(box),
    size: 30,
    grid: { show: false },
    incrs: [1, 2, 5, 7, 14, 30].map((days) => days * daySeconds),
    space: 64,
    // The axis extends to the end of the last day; the following day has no label.
    values: (_, splits) => splits.map((seconds) => (seconds > last ? '' : formatShortDay(seconds * 1000))),
  },
  ...buildAmountAxis(box),
]

/** Months on the x-axis, spaced evenly because their lengths differ; amounts on the y-axis. */
export const buildMonthAxes = (box: HTMLElement, months: readonly string[]): uPlot.Axis[] => [
  {
    ...buildAxis(box),
    size: 30,
    grid: { show: false },
    incrs: [1, 2, 3, 6, 12, 24, 60, 120],
    space: 64,
    values: (_, splits) => splits.map((at) => formatMonth(months[at])),
  },
  ...buildAmountAxis(box),
]

/** Years on the x-axis; amounts on the y-axis. */
export const buildYearAxes = (box: HTMLElement): uPlot.Axis[] => [
  {
    ...buildAxis(box),
    size: 30,
    grid: { show: false },
    incrs: [1, 2, 5, 10, 20].map((years) => years * 365.25 * daySeconds),
    space: 56,
    values: (_, splits) => splits.map((seconds) => String(new Date(seconds * 1000).getUTCFullYear())),
  },
  ...buildAmountAxis(box),
]

const buildAmountAxis = (box: HTMLElement): uPlot.Axis[] => [
  {
    ...buildAxis(box),
    size: 52,
    grid: { stroke: resolveColor('var(--line)', box), width: 1 },
    incrs: [1, 1000, 1_000_000].flatMap((unit) => [1, 2, 5, 10, 25, 50, 100, 250, 500].map((step) => step * unit)),
    values: (_, splits) => splits.map(formatCompact),
  },
]
