import type { Coupon } from '@dooryard/contract/coupons'
import { formatMoney, plural } from './format.ts'

/** What a coupon gives: `20% off`, `$7.00 off`, `100 bonus credits`. */
export function giftOf({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string {
  if (kind === 'PERCENT') return `${value}% off`
  if (kind === 'AMOUNT') return `${formatMoney({ amount: value, currency: 'USD' })} off`
  return plural(value, 'bonus credit')
}
