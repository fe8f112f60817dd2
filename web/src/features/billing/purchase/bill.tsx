import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { Price } from '@dooryard/contract/billing/purchases'
import { Box, Group, Text } from '@mantine/core'
import { formatMoney, formatNumber } from '../../../lib/format/format.ts'

export type BillLine = { label: string; value: string; isSum?: true }

const sumStyle = { my: 4, py: 8, fz: 15, fw: 600, style: { borderBlock: '1px solid var(--line)' } }

/** The lines of a bill. */
export const Bill = ({ lines }: { lines: BillLine[] }) => (
  <Box component="dl" m={0} fz="sm" lh="20px" className="numbers">
    {lines.map(({ label, value, isSum }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a pack may be called like another line
      <Group key={at} justify="space-between" align="stretch" wrap="nowrap" gap={16} py={5} {...(isSum && sumStyle)}>
        <Text component="dt" inherit c={isSum ? 'inherit' : 'dimmed'} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Text>
        <Text component="dd" inherit ta="right" style={{ whiteSpace: 'nowrap' }}>
          {value}
        </Text>
      </Group>
    ))}
  </Box>
)

type CouponTerms = Pick<Price, 'discount' | 'coupon' | 'bonusCredits'>

/** Returns the discount line of a coupon, if any. */
export const toDiscountLines = ({ discount, coupon }: Omit<CouponTerms, 'bonusCredits'>): BillLine[] =>
  discount.amount > 0
    ? [{ label: `Coupon ${coupon?.code ?? ''}`, value: formatMoney({ ...discount, amount: -discount.amount }) }]
    : []

/** Returns the bonus credits line of a coupon, if any. */
export const toBonusLines = ({ bonusCredits }: Pick<CouponTerms, 'bonusCredits'>): BillLine[] =>
  bonusCredits > 0 ? [{ label: 'Coupon bonus', value: `+${formatNumber(bonusCredits)}` }] : []

/** Returns the bill lines from the list price to the total, and the credits received. */
export const toPriceLines = (name: string, price: Price, interval: BillingInterval = 'MONTH'): BillLine[] => [
  { label: name, value: formatMoney(price.list) },
  ...toDiscountLines(price),
  { label: 'Due now', value: formatMoney(price.total), isSum: true },
  { label: interval === 'YEAR' ? 'Credits each month' : 'Credits', value: `+${formatNumber(price.credits)}` },
  ...toBonusLines(price),
  ...(price.renewal
    ? [{ label: interval === 'YEAR' ? 'Each year after' : 'Each month after', value: formatMoney(price.renewal) }]
    : []),
]
