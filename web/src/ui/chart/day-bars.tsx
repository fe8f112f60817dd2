import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatMonth, formatNumber } from '../../lib/format.ts'
import classes from './chart.module.css'
import { dayAxes, daySeconds, monthAxes, resolved, secondsOf } from './chart-axes.ts'

export type BarSeries = {
  label: string
  /** A colour of the theme, by the name of its variable. */
  color: string
  /** One for each day. */
  values: readonly number[]
  /** What the legend says of a day; its number unless said. */
  says?: (at: number) => string
}

/** Days like `2026-11-02`, or months like `2026-11`. */
type DayBarsProps = { days: readonly string[]; series: readonly BarSeries[] }

function scaleOf(days: readonly string[]) {
  const isMonths = days[0]?.length === 7
  return isMonths
    ? {
        places: days.map((_, at) => at),
        room: 1,
        unit: 'Month',
        nameOf: formatMonth,
        axes: (box: HTMLElement) => monthAxes(box, days),
      }
    : {
        places: days.map(secondsOf),
        room: daySeconds,
        unit: 'Day',
        nameOf: formatDay,
        axes: (box: HTMLElement) => dayAxes(box, secondsOf(days.at(-1) ?? '')),
      }
}

const height = 200

function optionsOf(box: HTMLElement, { days, series }: DayBarsProps): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.64, 28], radius: 0.12 })
  const last = days.length - 1
  const { places, room, unit, nameOf, axes } = scaleOf(days)
  const [from, to] = [places[0] ?? 0, places[last] ?? 0]
  return {
    width: box.clientWidth,
    height,
    padding: [10, 12, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // A bar stands in the middle of its room, so that the first and the last need room for their other halves.
      x: { time: unit === 'Day', range: () => [from - room / 2, to + room / 2] },
      y: { range: (_, __, max) => [0, Math.max(5, max * 1.08)] },
    },
    axes: axes(box),
    series: [
      { label: unit, value: (_, __, ___, at) => nameOf(days[at ?? last]) },
      ...series.map(({ label, color, values, says }) => ({
        label,
        stroke: resolved(`var(${color})`, box),
        fill: resolved(`var(${color})`, box),
        width: 0,
        points: { show: false },
        value: (_: uPlot, __: number | null, ___: number, at: number | null) =>
          says ? says(at ?? last) : formatNumber(values[at ?? last]),
        ...(bars && { paths: bars }),
      })),
    ],
  }
}

/** Figures of days or months as bars, a series in front of the one before. Whoever shows it says the same in a table. */
export function DayBars({ days, series }: DayBarsProps) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const element = box.current
    if (!element) return
    const data: uPlot.AlignedData = [scaleOf(days).places, ...series.map(({ values }) => [...values])]
    const chart = new uPlot(optionsOf(element, { days, series }), data, element)
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      chart.destroy()
    }
  }, [days, series, scheme])
  return <div ref={box} className={classes.plot} aria-hidden="true" />
}
