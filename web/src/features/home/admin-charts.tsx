import type { Overview } from '@dooryard/contract/overview'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { type ChartColumn, ChartPanel, countColumn } from '../../ui/chart/chart-panel.tsx'
import type { Stat } from '../../ui/display/stats.tsx'
import { changeSince } from './admin-change.ts'

type Day = Overview['days'][number]

/** `more` is what it means that there is more of it than before. */
const totals = [
  { total: 'orders', label: 'Orders', more: 'good' },
  { total: 'failures', label: 'Failed orders', more: 'bad' },
  { total: 'creditsSold', label: 'Credits sold', more: 'good' },
  { total: 'newUsers', label: 'New users', more: 'good' },
] as const

/** The totals of the days that are shown, each beside that of as many days before. */
export const toStats = ({ totals: now, previous, credits }: Overview): Stat[] =>
  totals.map(({ total, label, more }) => {
    const { text, direction } = changeSince(previous[total], now[total])
    const isGood = (direction === 'up') === (more === 'good')
    const color = direction === 'same' ? undefined : `var(--mantine-color-${isGood ? 'good' : 'bad'}-filled)`
    const paid = credits.revenues.map(formatMoney).join(' and ')
    return {
      label,
      value: formatNumber(now[total]),
      aside: total === 'creditsSold' && paid && `for ${paid}`,
      hint: (
        <Text component="dd" c="dimmed" fz="xs" lh="20px" m={0} mt={4}>
          <Text span inherit fw={550} c={color ?? 'var(--mantine-color-text)'}>
            {text}
          </Text>{' '}
          from {formatNumber(previous[total])}
        </Text>
      ),
    }
  })

const orderColumns: ChartColumn<Day>[] = [
  countColumn('Orders', '--ring-plan', ({ orders }) => orders),
  countColumn('Failed', '--mantine-color-bad-filled', ({ failures }) => failures),
]
const userColumns = [countColumn<Day>('New users', '--ring-plan', ({ newUsers }) => newUsers)]
const creditColumns = (currency: string | undefined): ChartColumn<Day>[] => [
  countColumn('Credits sold', '--ring-demand', ({ creditsSold }) => creditsSold),
  {
    label: 'Revenue',
    color: '--ring-demand',
    value: ({ revenue }) => revenue,
    says: ({ revenue }) => (currency ? formatMoney({ amount: revenue, currency }) : formatNumber(0)),
    inTable: true,
  },
]

/** What is drawn of the days of the overview; `span` says which they are. */
export type OverviewProps = { overview: Overview | undefined; span: string }

/** Each figure day by day. */
export function Charts({ overview, span }: OverviewProps) {
  const currency = overview?.credits.revenue?.currency
  const ofCredits = useMemo(() => creditColumns(currency), [currency])
  const days = overview?.days
  return (
    <>
      <ChartPanel
        title="Orders by day"
        days={days}
        columns={orderColumns}
        nothing={`No orders were placed in ${span}.`}
      />
      <ChartPanel
        title="Credits sold by day"
        days={days}
        columns={ofCredits}
        nothing={`No credits were sold in ${span}.`}
      />
      <ChartPanel title="New users by day" days={days} columns={userColumns} nothing={`Nobody joined in ${span}.`} />
    </>
  )
}
