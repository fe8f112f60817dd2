import type { Price } from '@dooryard/contract/purchases'
import { Box, Group, Text } from '@mantine/core'
import { formatMoney, formatNumber } from '../../../lib/format.ts'

export type BillLine = { label: string; value: string; isSum?: true }

const sum = { my: 4, py: 8, fz: 15, fw: 600, style: { borderBlock: '1px solid var(--line)' } }

/** What a purchase comes to, line by line. */
export const Bill = ({ lines }: { lines: BillLine[] }) => (
  <Box component="dl" m={0} fz="sm" lh="20px" className="numbers">
    {lines.map(({ label, value, isSum }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a pack may be called like another line
      <Group key={at} justify="space-between" align="stretch" wrap="nowrap" gap={16} py={5} {...(isSum && sum)}>
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

type Given = Pick<Price, 'discount' | 'coupon' | 'bonusCredits'>

/** What a coupon takes off, if anything. */
export const discountLines = ({ discount, coupon }: Omit<Given, 'bonusCredits'>): BillLine[] =>
  discount.amount > 0
    ? [{ label: `Coupon ${coupon?.code ?? ''}`, value: formatMoney({ ...discount, amount: -discount.amount }) }]
    : []

/** What a coupon gives besides, if anything. */
export const bonusLines = ({ bonusCredits }: Pick<Given, 'bonusCredits'>): BillLine[] =>
  bonusCredits > 0 ? [{ label: 'From the coupon', value: `+${formatNumber(bonusCredits)}` }] : []

/** What is to be paid, from the list price down, and the credits that come of it. */
export const priceLines = (name: string, price: Price): BillLine[] => [
  { label: name, value: formatMoney(price.list) },
  ...discountLines(price),
  { label: 'Due now', value: formatMoney(price.total), isSum: true },
  { label: 'Credits', value: `+${formatNumber(price.credits)}` },
  ...bonusLines(price),
  ...(price.renewal ? [{ label: 'Each later month', value: formatMoney(price.renewal) }] : []),
]
