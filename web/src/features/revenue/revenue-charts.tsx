import type { Revenue, RevenueMonth } from '@dooryard/contract/admin/revenue'
import { useMemo } from 'react'
import { formatMoney } from '../../lib/format/format.ts'
import { buildCountColumn, type ChartColumn, ChartPanel } from '../../ui/chart/chart-panel.tsx'

type ChartMonth = RevenueMonth & { day: string }

const buildMoneyColumn = (
  currency: string,
  { label, color, cents }: { label: string; color: string; cents: (month: ChartMonth) => number },
): ChartColumn<ChartMonth> => ({
  ...{ label, color },
  // The axis has whole units of the currency.
  value: (month) => cents(month) / 100,
  says: (month) => formatMoney({ amount: cents(month), currency }),
})

const creditColumns: ChartColumn<ChartMonth>[] = [
  buildCountColumn('Sold', '--ring-demand', ({ creditsSold }) => creditsSold),
  buildCountColumn('Used', '--ring-plan', ({ creditsUsed }) => creditsUsed),
  { ...buildCountColumn<ChartMonth>('Expired', '--ring-held', ({ creditsExpired }) => creditsExpired), inTable: true },
  {
    ...buildCountColumn<ChartMonth>('Refunded', '--mantine-color-bad-filled', ({ creditsRefunded }) => creditsRefunded),
    inTable: true,
  },
]

/** The charts of MRR, payments and credits by month. */
export function RevenueCharts({ revenue }: { revenue: Revenue | undefined }) {
  const currency = revenue?.currency ?? 'USD'
  const months = useMemo(() => revenue?.months.map((month) => ({ ...month, day: month.month })), [revenue])
  const [mrr, cash] = useMemo(
    () => [
      [buildMoneyColumn(currency, { label: 'MRR', color: '--ring-plan', cents: (month) => month.mrr })],
      [
        buildMoneyColumn(currency, { label: 'Payments', color: '--ring-demand', cents: (month) => month.payments }),
        buildMoneyColumn(currency, {
          label: 'Refunds',
          color: '--mantine-color-bad-filled',
          cents: (month) => month.refunds,
        }),
      ],
    ],
    [currency],
  )
  return (
    <>
      <ChartPanel title="MRR by month" days={months} columns={mrr ?? []} nothing="No subscriptions yet" />
      <ChartPanel title="Payments by month" days={months} columns={cash ?? []} nothing="No payments yet" isGrouped />
      <ChartPanel title="Credits by month" days={months} columns={creditColumns} nothing="No credits yet" isGrouped />
    </>
  )
}
