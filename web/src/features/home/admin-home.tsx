import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { Overview } from '@dooryard/contract/overview'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/use-user.ts'
import { type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './admin.module.css'
import { PropertyData } from './admin-data.tsx'
import { NewestFailures, OrdersByStatus } from './admin-orders.tsx'
import { AdminTiles } from './admin-tiles.tsx'
import { Accounts } from './admin-users.tsx'
import { type OverviewDays, overviewOf } from './home.data.ts'

type Day = Overview['days'][number]

const ranges = [7, 30, 90] as const satisfies OverviewDays[]

const ofOrders: ChartColumn<Day>[] = [
  { label: 'Orders', color: '--ring-plan', value: ({ orders }) => orders, says: ({ orders }) => formatNumber(orders) },
  {
    label: 'Failed',
    color: '--mantine-color-bad-filled',
    value: ({ failures }) => failures,
    says: ({ failures }) => formatNumber(failures),
  },
]
const ofUsers: ChartColumn<Day>[] = [
  {
    label: 'New users',
    color: '--ring-plan',
    value: ({ newUsers }) => newUsers,
    says: ({ newUsers }) => formatNumber(newUsers),
  },
]
const ofCredits = (currency: string | undefined): ChartColumn<Day>[] => [
  {
    label: 'Credits sold',
    color: '--ring-demand',
    value: ({ creditsSold }) => creditsSold,
    says: ({ creditsSold }) => formatNumber(creditsSold),
  },
  {
    label: 'Revenue',
    color: '--ring-demand',
    value: ({ revenue }) => revenue,
    says: ({ revenue }) => (currency ? formatMoney({ amount: revenue, currency }) : formatNumber(0)),
    inTable: true,
  },
]

type AdminHomeProps = { days: OverviewDays; onDays: (days: OverviewDays) => void }

function Charts({ overview, span }: { overview: Overview | undefined; span: string }) {
  const currency = overview?.credits.revenue?.currency
  const creditColumns = useMemo(() => ofCredits(currency), [currency])
  const days = overview?.days
  return (
    <>
      <ChartPanel title="Orders by day" days={days} columns={ofOrders} nothing={`No orders were placed in ${span}.`} />
      <ChartPanel
        title="Credits sold by day"
        days={days}
        columns={creditColumns}
        nothing={`No credits were sold in ${span}.`}
      />
      <ChartPanel title="New users by day" days={days} columns={ofUsers} nothing={`Nobody joined in ${span}.`} />
    </>
  )
}

/** An administrator's home: what happened on the portal, day by day, and what there is to search. */
export function AdminHome({ days, onDays }: AdminHomeProps) {
  const user = useUser()
  const { data, error, refetch, isPlaceholderData } = useQuery(overviewOf(days))
  const span = `the last ${days} days`
  return (
    <>
      <PageHeader
        heading={`Welcome, ${user.firstName}`}
        title="Home"
        lead={`What happened in ${span}, beside the ${days} before. Days are in UTC.`}
        actions={
          <SegmentedControl
            size="xs"
            aria-label="How far back"
            data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
            value={String(days)}
            onChange={(value) => onDays(ranges.find((range) => String(range) === value) ?? 30)}
          />
        }
      />
      {error && !data ? (
        <div className={classes.page}>
          <LoadFailure what="The overview" error={error} onRetry={() => void refetch()} />
          <PropertyData />
        </div>
      ) : (
        <div className={classes.page} data-stale={isPlaceholderData || undefined}>
          <AdminTiles overview={data} />
          <div className={classes.panels}>
            <Charts overview={data} span={span} />
            <OrdersByStatus orders={data?.orders} span={span} />
            <NewestFailures orders={data?.orders} span={span} />
            <div className={classes.stack}>
              <Accounts users={data?.users} />
              <PropertyData />
            </div>
          </div>
        </div>
      )}
    </>
  )
}
