import type { Money } from '@dooryard/contract/money'
import type { Price } from '@dooryard/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { purchasePrice } from './billing.data.ts'
import { type CouponText, useCoupon } from './use-coupon.ts'

type Offer = { list: Money; credits: number; isMonthly: boolean }

const withoutCoupon = ({ list, credits, isMonthly }: Offer): Price => ({
  list,
  discount: { ...list, amount: 0 },
  total: list,
  ...(isMonthly && { renewal: list }),
  credits,
  bonusCredits: 0,
})

export type PricedCoupon = CouponText & { error: Error | null; applied: Price['coupon']; isChecking: boolean }

/**
 * What a purchase costs, live with the coupon that is typed; `price` is undefined until a coupon is found good, and until
 * then there is the price without one, which is never too low.
 */
export function usePrice(purchase: { planId: string } | { packId: string }, offer: Offer, initialCode?: string) {
  const coupon = useCoupon(initialCode)
  const { code, isTyping } = coupon
  const isAsked = code !== '' && !isTyping
  const asked = useQuery({ ...purchasePrice({ ...purchase, couponCode: code }), enabled: isAsked })
  const fullPrice = withoutCoupon(offer)
  const price = coupon.typed.trim() === '' ? fullPrice : isAsked ? asked.data : undefined
  const priced: PricedCoupon = {
    ...coupon,
    error: isAsked ? asked.error : null,
    applied: price?.coupon,
    isChecking: isTyping || (isAsked && asked.isPending),
  }
  return { coupon: priced, price, fullPrice }
}
