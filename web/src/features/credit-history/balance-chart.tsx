import 'uplot/dist/uPlot.min.css'
import type { BalancePoint } from '@dooryard/contract/billing/credit-history'
import { Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import plot from '../../ui/chart/chart.module.css'
import { buildDayAxes, daySeconds, resolveColor, toSeconds } from '../../ui/chart/chart-axes.ts'
import classes from './credit-history.module.css'

type BalanceKind = 'subscription' | 'onDemand' | 'held'

const height = 220

/** The kinds in stacking order from the top: each is drawn over the previous one, up to the sum of those below. */
const balanceKinds: { kind: BalanceKind; label: string; color: string; below: BalanceKind[] }[] = [
  { kind: 'held', label: 'On hold', color: '--ring-held', below: ['subscription', 'onDemand'] },
  { kind: 'onDemand', label: 'Pay-as-you-go', color: '--ring-demand', below: ['subscription'] },
  { kind: 'subscription', label: 'Plan', color: '--ring-plan', below: [] },
]

/**
 * Converts days to chart data with stacked sums. The last day is repeated, so that it has the same width as the
 * others.
 */
function toChartData(points: BalancePoint[]): uPlot.AlignedData {
  const last = points.at(-1)
  const shown = last ? [...points, last] : points
  const days = shown.map(({ date }, index) => toSeconds(date) + (index === points.length ? daySeconds : 0))
  const sums = balanceKinds.map(({ kind, below }) =>
    shown.map((point) => below.reduce((sum, other) => sum + point[other], point[kind])),
  )
  return [days, ...sums]
}

type BalanceChartProps = { points: BalancePoint[]; onRange: (from: string, to: string) => void }

function buildChartOptions(box: HTMLElement, { points, onRange }: BalanceChartProps): uPlot.Options {
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const pointAt = (index: number | null) => points[Math.min(index ?? points.length - 1, points.length - 1)]
  return {
    width: box.clientWidth,
    height,
    padding: [10, 24, 0, 0], // leaves room on the right for half a label
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(10, max * 1.08)] } },
    axes: buildDayAxes(box, toSeconds(points.at(-1)?.date ?? '')),
    series: [
      { label: 'Day', value: (_, __, ___, index) => formatDay(pointAt(index)?.date) },
      ...balanceKinds.map(({ kind, label, color }) => ({
        label,
        stroke: resolveColor(`var(${color})`, box),
        fill: resolveColor(`color-mix(in srgb, var(${color}) 32%, var(--mantine-color-body))`, box),
        width: 1.5,
        paths: stepped,
        points: { show: false },
        value: (_: uPlot, __: number | null, ___: number, at: number | null) => formatNumber(pointAt(at)?.[kind]),
      })),
    ],
    hooks: { setSelect: [(chart) => selectRange(chart, points, onRange)] },
  }
}

/** Reports the selected days in the user's time zone, and clears the selection. */
function selectRange(chart: uPlot, points: BalancePoint[], onRange: BalanceChartProps['onRange']) {
  const { left, width } = chart.select
  if (width === 0) return
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  const [from, to] = [left, left + width].map((at) => {
    const days = Math.floor((chart.posToVal(at, 'x') - toSeconds(points[0]?.date ?? '')) / daySeconds)
    return points[Math.min(Math.max(days, 0), points.length - 1)]?.date
  })
  if (from && to) onRange(from, to)
}

/** The balance by day, stacked by kind. Dragging selects days. */
export function BalanceChart({ points, onRange }: BalanceChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const reportRange = useEffectEvent(onRange)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = new uPlot(
      buildChartOptions(element, { points, onRange: (from, to) => reportRange(from, to) }),
      toChartData(points),
      element,
    )
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      chart.destroy()
    }
  }, [points, scheme])
  return (
    <>
      <div ref={box} className={plot.plot} aria-hidden="true" />
      <Text c="dimmed" fz="xs" mt={4} className={classes.hint}>
        Drag to filter by date.
      </Text>
    </>
  )
}
