import type { Overview } from '@dooryard/contract/admin/overview'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { formatMoney, formatNumber } from '../../lib/format/format.ts'
import { buildCountColumn, type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import type { Stat } from '../../ui/display/stats.tsx'
import { toStatChange } from './stat-change.ts'

type OverviewDay = Overview['days'][number]

/** `more` says whether an increase is good or bad. */
const totals = [
  { total: 'orders', label: 'Orders', more: 'good' },
  { total: 'failures', label: 'Failed orders', more: 'bad' },
  { total: 'creditsSold', label: 'Credits sold', more: 'good' },
  { total: 'newUsers', label: 'New users', more: 'good' },
] as const

/** Returns the totals of the period, each compared with the previous period. */
export const toStats = ({ totals: now, previous, credits }: Overview): Stat[] =>
  totals.map(({ total, label, more }) => {
    const { text, direction } = toStatChange(previous[total], now[total])
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

const orderColumns: ChartColumn<OverviewDay>[] = [
  buildCountColumn('Orders', '--ring-plan', ({ orders }) => orders),
  buildCountColumn('Failed', '--mantine-color-bad-filled', ({ failures }) => failures),
]
const userColumns = [buildCountColumn<OverviewDay>('New users', '--ring-plan', ({ newUsers }) => newUsers)]
const buildCreditColumns = (currency: string | undefined): ChartColumn<OverviewDay>[] => [
  buildCountColumn('Credits sold', '--ring-demand', ({ creditsSold }) => creditsSold),
  {
    label: 'Revenue',
    color: '--ring-demand',
    value: ({ revenue }) => revenue,
    says: ({ revenue }) => (currency ? formatMoney({ amount: revenue, currency }) : formatNumber(0)),
    inTable: true,
  },
]

/** The overview and its period; `span` is the label of the period. */
export type OverviewProps = { overview: Overview | undefined; span: string }

/** The charts of each stat by day. */
export function Charts({ overview, span }: OverviewProps) {
  const currency = overview?.credits.revenue?.currency
  const ofCredits = useMemo(() => buildCreditColumns(currency), [currency])
  const days = overview?.days
  return (
    <>
      <ChartPanel title="Orders by day" days={days} columns={orderColumns} nothing={`No orders in ${span}`} />
      <ChartPanel title="Credits sold by day" days={days} columns={ofCredits} nothing={`No credits sold in ${span}`} />
      <ChartPanel title="New users by day" days={days} columns={userColumns} nothing={`No new users in ${span}`} />
    </>
  )
}
