import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatDollars } from '../../lib/format/format.ts'
import classes from './chart.module.css'
import { buildYearAxes, daySeconds, resolveColor, toSeconds } from './chart-axes.ts'

export type PriceSeries = {
  label: string
  /** The CSS variable of a theme color. */
  color: string
  /** Oldest first. */
  points: readonly { day: string; value: number }[]
}

const height = 200

/** The days of all series, each with the value of every series on it. */
function alignPoints(series: readonly PriceSeries[]): { days: string[]; data: uPlot.AlignedData } {
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ day }) => day)))].sort()
  const values = series.map(({ points }) => {
    const byDay = new Map(points.map(({ day, value }) => [day, value]))
    return days.map((day) => byDay.get(day) ?? null)
  })
  return { days, data: [days.map(toSeconds), ...values] }
}

function buildOptions(box: HTMLElement, series: readonly PriceSeries[], days: readonly string[]): uPlot.Options {
  const [from, to] = [toSeconds(days[0] ?? ''), toSeconds(days.at(-1) ?? '')]
  const room = Math.max((to - from) * 0.04, 180 * daySeconds)
  return {
    width: box.clientWidth,
    height,
    padding: [10, 12, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: true, range: () => [from - room, to + room] }, y: { range: (_, __, max) => [0, max * 1.12] } },
    axes: buildYearAxes(box),
    series: [
      { label: 'Day', value: (_, __, ___, at) => formatDay(days[at ?? days.length - 1] ?? null) },
      ...series.map(({ label, color, points }) => {
        const stroke = resolveColor(`var(${color})`, box)
        return {
          label,
          stroke,
          width: 2,
          spanGaps: true,
          points: { show: true, size: 9, stroke, fill: stroke },
          // Without a cursor the legend has the newest.
          value: (_: uPlot, value: number | null, __: number, at: number | null) =>
            formatDollars(at === null ? (points.at(-1)?.value ?? null) : value),
        }
      }),
    ],
  }
}

/** Prices over the years, each a dot on the line of its series. The caller provides the same data as text. */
export function PriceLine({ series }: { series: readonly PriceSeries[] }) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colors
  useEffect(() => {
    const element = box.current
    if (!element) return
    const { days, data } = alignPoints(series)
    const chart = new uPlot(buildOptions(element, series, days), data, element)
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      chart.destroy()
    }
  }, [series, scheme])
  return <div ref={box} className={classes.plot} aria-hidden="true" />
}
