import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatNumber } from '../../lib/format.ts'
import classes from './chart.module.css'
import { dayAxes, daySeconds, resolved, secondsOf } from './chart-axes.ts'

export type BarSeries = {
  label: string
  /** A colour of the theme, by the name of its variable. */
  color: string
  /** One for each day. */
  values: readonly number[]
  /** What the legend says of a day; its number unless said. */
  says?: (at: number) => string
}

type DayBarsProps = { days: readonly string[]; series: readonly BarSeries[] }

const height = 200

function optionsOf(box: HTMLElement, { days, series }: DayBarsProps): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.64, 28], radius: 0.12 })
  const last = days.length - 1
  const [from, to] = [secondsOf(days[0] ?? ''), secondsOf(days[last] ?? '')]
  return {
    width: box.clientWidth,
    height,
    padding: [10, 12, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // A bar stands in the middle of its day, so that the first and the last need room for their other halves.
      x: { range: () => [from - daySeconds / 2, to + daySeconds / 2] },
      y: { range: (_, __, max) => [0, Math.max(5, max * 1.08)] },
    },
    axes: dayAxes(box, to),
    series: [
      { label: 'Day', value: (_, __, ___, at) => formatDay(days[at ?? last]) },
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

/** Figures of days as bars, a series in front of the one before. Whoever shows it says the same in a table. */
export function DayBars({ days, series }: DayBarsProps) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const element = box.current
    if (!element) return
    const data: uPlot.AlignedData = [days.map(secondsOf), ...series.map(({ values }) => [...values])]
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
