import type { Revenue, RevenueMonth } from '@dooryard/contract/admin/revenue'
import { Text } from '@mantine/core'
import { emptyValue, formatMoney, formatNumber, formatShare } from '../../lib/format/format.ts'
import type { Stat } from '../../ui/display/stats.tsx'

const toHint = (text: string) => (
  <Text component="dd" c="dimmed" fz="xs" lh="20px" m={0} mt={4}>
    {text}
  </Text>
)

/** The figures of the current month, each beside that of the last one. */
export function toRevenueStats({ currency, months }: Revenue): Stat[] {
  const [now, before] = [months.at(-1), months.at(-2)]
  if (!now || !before) return []
  const toMoney = (amount: number) => formatMoney({ amount, currency })
  const getNet = ({ payments, refunds }: RevenueMonth) => toMoney(payments - refunds)
  const toRate = ({ churnRate }: RevenueMonth, none: string) => (churnRate === null ? none : formatShare(churnRate))
  return [
    { label: 'MRR', value: toMoney(now.mrr), hint: toHint(`${toMoney(before.mrr)} last month`) },
    {
      label: 'Subscribers',
      value: formatNumber(now.subscribers),
      hint: toHint(`${formatNumber(before.subscribers)} last month`),
    },
    {
      label: 'Churn rate this month',
      value: toRate(now, emptyValue),
      hint: toHint(`${toRate(before, 'No rate')} last month`),
    },
    { label: 'Net payments this month', value: getNet(now), hint: toHint(`${getNet(before)} last month`) },
  ]
}
