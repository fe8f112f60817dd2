import type { UserStatistics } from '@dooryard/contract/user-statistics'
import { useMemo } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'

type OrderFigures = { day: string; orders: number; leads: number }
type CreditFigures = {
  day: string
  purchased: number
  granted: number
  captured: number
  released: number
  lost: number
}

const placed: ChartColumn<OrderFigures>[] = [
  { label: 'Orders', color: '--ring-plan', value: ({ orders }) => orders, says: ({ orders }) => formatNumber(orders) },
]

const delivered: ChartColumn<OrderFigures>[] = [
  { label: 'Leads', color: '--ring-demand', value: ({ leads }) => leads, says: ({ leads }) => formatNumber(leads) },
]

// A series is drawn in front of the one before: what stands on another is as high as both.

const got: ChartColumn<CreditFigures>[] = [
  {
    label: 'Given',
    color: '--ring-held',
    value: ({ granted, purchased }) => granted + purchased,
    says: ({ granted }) => formatNumber(granted),
  },
  {
    label: 'Bought',
    color: '--ring-plan',
    value: ({ purchased }) => purchased,
    says: ({ purchased }) => formatNumber(purchased),
  },
]

const gone: ChartColumn<CreditFigures>[] = [
  {
    label: 'Given back by orders',
    color: '--ring-held',
    value: ({ released, lost, captured }) => released + lost + captured,
    says: ({ released }) => formatNumber(released),
  },
  {
    label: 'Taken back or lapsed',
    color: '--mantine-color-bad-filled',
    value: ({ lost, captured }) => lost + captured,
    says: ({ lost }) => formatNumber(lost),
  },
  {
    label: 'Spent on leads',
    color: '--ring-demand',
    value: ({ captured }) => captured,
    says: ({ captured }) => formatNumber(captured),
  },
]

/** Days where the period is short enough to be told by them, else months. */
function stretchesOf<Figures>({ byDay, byMonth }: Told<Figures>): ({ day: string } & Figures)[] {
  return byDay ?? byMonth.map((stretch) => ({ ...stretch, day: stretch.month }))
}

type Told<Figures> = {
  byDay?: ({ day: string } & Figures)[] | undefined
  byMonth: ({ month: string } & Figures)[]
}

/** What the user ordered and got, and how their credits came and went, over the period. */
export function Charts({ statistics }: { statistics: UserStatistics | undefined }) {
  const orders = useMemo(() => statistics && stretchesOf<Omit<OrderFigures, 'day'>>(statistics.orders), [statistics])
  const credits = useMemo(() => statistics && stretchesOf<Omit<CreditFigures, 'day'>>(statistics.credits), [statistics])
  const by = !statistics ? '' : statistics.orders.byDay ? ' by day' : ' by month'
  return (
    <>
      <ChartPanel
        title={`Orders placed${by}`}
        days={orders}
        columns={placed}
        nothing="No orders were placed in the period."
      />
      <ChartPanel
        title={`Leads delivered${by}`}
        days={orders}
        columns={delivered}
        nothing="No leads were delivered in the period."
      />
      <ChartPanel
        title={`Credits bought and given${by}`}
        days={credits}
        columns={got}
        nothing="No credits came in the period."
      />
      <ChartPanel
        title={`Credits spent and given back${by}`}
        days={credits}
        columns={gone}
        nothing="No credits went in the period."
      />
    </>
  )
}
