import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatMonth, formatNumber } from '../../lib/format/format.ts'
import classes from './chart.module.css'
import { buildDayAxes, buildMonthAxes, daySeconds, resolveColor, toSeconds } from './chart-axes.ts'

export type BarSeries = {
  label: string
  /** The CSS variable of a theme color. */
  color: string
  /** One per day. */
  values: readonly number[]
  /** The legend's text for a day; the value by default. */
  says?: (at: number) => string
}

/** Days like `2026-11-02`, or months like `2026-11`. */
type DayBarsProps = {
  days: readonly string[]
  series: readonly BarSeries[]
  /** Draws two series side by side; otherwise each is drawn over the previous one, as a part of it. */
  isGrouped?: boolean
}

function buildScale(days: readonly string[]) {
  const isMonths = days[0]?.length === 7
  return isMonths
    ? {
        places: days.map((_, at) => at),
        room: 1,
        unit: 'Month',
        formatLabel: formatMonth,
        axes: (box: HTMLElement) => buildMonthAxes(box, days),
      }
    : {
        places: days.map(toSeconds),
        room: daySeconds,
        unit: 'Day',
        formatLabel: formatDay,
        axes: (box: HTMLElement) => buildDayAxes(box, toSeconds(days.at(-1) ?? '')),
      }
}

const height = 200

/** Left of the day, on it, or right of it. */
type Alignment = -1 | 0 | 1

const buildBars = (align: Alignment) =>
  uPlot.paths.bars?.({ size: align === 0 ? [0.64, 28] : [0.32, 14], radius: 0.12, align })

function buildOptions(box: HTMLElement, { days, series, isGrouped = false }: DayBarsProps): uPlot.Options {
  const alignments: readonly Alignment[] = isGrouped ? [-1, 1] : [0]
  const paths = alignments.map((alignment) => buildBars(alignment))
  const last = days.length - 1
  const { places, room, unit, formatLabel, axes } = buildScale(days)
  const [from, to] = [places[0] ?? 0, places[last] ?? 0]
  return {
    width: box.clientWidth,
    height,
    padding: [10, 12, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // A bar is centered in its slot, so the first and the last need half a slot of margin.
      x: { time: unit === 'Day', range: () => [from - room / 2, to + room / 2] },
      y: { range: (_, __, max) => [0, Math.max(5, max * 1.08)] },
    },
    axes: axes(box),
    series: [
      { label: unit, value: (_, __, ___, at) => formatLabel(days[at ?? last]) },
      ...series.map(({ label, color, values, says }, index) => ({
        label,
        stroke: resolveColor(`var(${color})`, box),
        fill: resolveColor(`var(${color})`, box),
        width: 0,
        points: { show: false },
        value: (_: uPlot, __: number | null, ___: number, at: number | null) =>
          says ? says(at ?? last) : formatNumber(values[at ?? last]),
        ...getPaths(paths[index % paths.length]),
      })),
    ],
  }
}

const getPaths = (paths: uPlot.Series.PathBuilder | undefined) => (paths ? { paths } : {})

/** Values per day or month as bars. The caller provides the same data as a table. */
export function DayBars({ days, series, isGrouped = false }: DayBarsProps) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colors
  useEffect(() => {
    const element = box.current
    if (!element) return
    const data: uPlot.AlignedData = [buildScale(days).places, ...series.map(({ values }) => [...values])]
    const chart = new uPlot(buildOptions(element, { days, series, isGrouped }), data, element)
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      chart.destroy()
    }
  }, [days, series, isGrouped, scheme])
  return <div ref={box} className={classes.plot} aria-hidden="true" />
}
