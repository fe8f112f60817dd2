import type { Coupon } from '@dooryard/contract/billing/coupons'
import { formatMoney, pluralize } from '../format/format.ts'

/** `20% off`, `$7.00 off`, `100 bonus credits`. */
export function formatCouponBenefit({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string {
  if (kind === 'PERCENT') return `${value}% off`
  if (kind === 'AMOUNT') return `${formatMoney({ amount: value, currency: 'USD' })} off`
  return pluralize(value, 'bonus credit')
}
