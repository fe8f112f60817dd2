import 'uplot/dist/uPlot.min.css'
import type { BalancePoint } from '@dooryard/contract/credit-history'
import { Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import { formatDay, formatNumber } from '../../lib/format.ts'
import plot from '../../ui/chart/chart.module.css'
import { dayAxes, daySeconds, resolved, secondsOf } from '../../ui/chart/chart-axes.ts'
import classes from './credit-history.module.css'

type Kind = 'subscription' | 'onDemand' | 'held'

const height = 220

/** The kinds as they are stacked, from the top down: each is drawn over the one before, up to the sum of what is below. */
const kinds: { kind: Kind; label: string; color: string; below: Kind[] }[] = [
  { kind: 'held', label: 'On hold', color: '--ring-held', below: ['subscription', 'onDemand'] },
  { kind: 'onDemand', label: 'On demand', color: '--ring-demand', below: ['subscription'] },
  { kind: 'subscription', label: 'Subscription', color: '--ring-plan', below: [] },
]

/** Days with the sums to be drawn. The last day is there twice, so that it has a width like every other. */
function dataOf(points: BalancePoint[]): uPlot.AlignedData {
  const last = points.at(-1)
  const shown = last ? [...points, last] : points
  const days = shown.map(({ date }, index) => secondsOf(date) + (index === points.length ? daySeconds : 0))
  const sums = kinds.map(({ kind, below }) =>
    shown.map((point) => below.reduce((sum, other) => sum + point[other], point[kind])),
  )
  return [days, ...sums]
}

type Drawn = { points: BalancePoint[]; onRange: (from: string, to: string) => void }

function optionsOf(box: HTMLElement, { points, onRange }: Drawn): uPlot.Options {
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const pointAt = (index: number | null) => points[Math.min(index ?? points.length - 1, points.length - 1)]
  return {
    width: box.clientWidth,
    height,
    padding: [10, 24, 0, 0], // to the right room for the half of a label
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(10, max * 1.08)] } },
    axes: dayAxes(box, secondsOf(points.at(-1)?.date ?? '')),
    series: [
      { label: 'Day', value: (_, __, ___, index) => formatDay(pointAt(index)?.date) },
      ...kinds.map(({ kind, label, color }) => ({
        label,
        stroke: resolved(`var(${color})`, box),
        fill: resolved(`color-mix(in srgb, var(${color}) 32%, var(--mantine-color-body))`, box),
        width: 1.5,
        paths: stepped,
        points: { show: false },
        value: (_: uPlot, __: number | null, ___: number, at: number | null) => formatNumber(pointAt(at)?.[kind]),
      })),
    ],
    hooks: { setSelect: [(chart) => choose(chart, points, onRange)] },
  }
}

/** Tells which of the reader's days were dragged over, and takes the mark away. */
function choose(chart: uPlot, points: BalancePoint[], onRange: Drawn['onRange']) {
  const { left, width } = chart.select
  if (width === 0) return
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  const [from, to] = [left, left + width].map((at) => {
    const days = Math.floor((chart.posToVal(at, 'x') - secondsOf(points[0]?.date ?? '')) / daySeconds)
    return points[Math.min(Math.max(days, 0), points.length - 1)]?.date
  })
  if (from && to) onRange(from, to)
}

/** The balance day by day, what is kept of each kind on top of the other. Dragging over days chooses them. */
export function BalanceChart({ points, onRange }: Drawn) {
  const box = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const tell = useEffectEvent(onRange)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = new uPlot(
      optionsOf(element, { points, onRange: (from, to) => tell(from, to) }),
      dataOf(points),
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
        Drag over days to see their entries below.
      </Text>
    </>
  )
}
