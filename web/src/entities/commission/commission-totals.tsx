import type { Affiliate } from '@dooryard/contract/billing/affiliates'
import { formatMoney } from '../../lib/format/format.ts'
import { StatTiles } from '../../ui/display/stats.tsx'

/** What was earned, is pending and payable, and was paid out. */
export function CommissionTotals({ totals, currency }: Pick<Affiliate, 'totals' | 'currency'>) {
  const format = (amount: number) => formatMoney({ amount, currency })
  return (
    <StatTiles
      cols={{ base: 2, sm: 4 }}
      stats={[
        { label: 'Earned', value: format(totals.earned) },
        { label: 'Pending', value: format(totals.pending) },
        { label: 'Payable', value: format(totals.payable), tone: totals.payable < 0 ? 'bad' : undefined },
        { label: 'Paid out', value: format(totals.paid) },
      ]}
    />
  )
}

/** `20% for 12 months per customer`. */
export const formatCommissionTerms = (terms: Affiliate['terms']): string => {
  if (!terms || terms.percent === 0) return 'No commission'
  const months = terms.months === 1 ? '1 month' : `${terms.months} months`
  return terms.months === null ? `${terms.percent}% per customer` : `${terms.percent}% for ${months} per customer`
}
