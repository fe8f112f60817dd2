import { appError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/format.ts'

// The least that Stripe charges a card in dollars.
const leastCharge = 50

/**
 * No card can be charged a few cents, so a coupon that would leave so little is refused; one that leaves nothing is
 * not.
 */
export function refuseTooLittle(amount: number, currency: string): void {
  if (amount <= 0 || amount >= leastCharge) return
  const [left, least] = [formatMoney(amount, currency), formatMoney(leastCharge, currency)]
  throw appError(
    'UNPROCESSABLE',
    `This leaves ${left} to pay, and a card cannot be charged less than ${least}. Try another coupon, or none.`,
  )
}
