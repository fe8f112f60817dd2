import { minuteMs } from '@dooryard/contract/api/time'
import { formatCustomName, getCustomPrice } from '@dooryard/contract/billing/custom-credits'
import type { BillingInterval, Pack, Plan } from '@dooryard/contract/billing/plans'
import type { Price, Purchase } from '@dooryard/contract/billing/purchases'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { formatMoney } from '../../../platform/util/format.ts'
import { priceWithCoupon } from '../../coupons/index.ts'
import { findPack, findPlan, type PackRow, type PlanRow, selectPacks } from '../catalog/catalog.queries.ts'
import type { CheckoutItem, PlanTerms } from '../provider/provider.ts'
import { listOpenCheckouts } from './checkouts.queries.ts'

/**
 * Providers require at least half an hour by their clock; the rest covers the way there and a portal clock that is as
 * slow as operations allows.
 */
export const checkoutOpenMs = 36 * minuteMs

/** A last-minute payment may be reported late, and its coupon must not go to another user meanwhile. */
export const couponReservedMs = checkoutOpenMs + 60 * minuteMs

export const presentPlan = ({
  id,
  name,
  monthlyCredits,
  price,
  annualPrice,
  currency,
}: Omit<PlanRow, 'isActive'>): Plan => ({
  ...{ id, name, monthlyCredits },
  price: { amount: price, currency },
  ...(annualPrice !== null && { annualPrice: { amount: annualPrice, currency } }),
})

export const presentPack = ({ id, name, credits, price, currency }: Omit<PackRow, 'isActive'>): Pack => ({
  ...{ id, name, credits },
  price: { amount: price, currency },
})

/** Throws NOT_FOUND for an inactive plan, UNPROCESSABLE for one that is not sold by the year. */
export async function getActivePlan(db: Db, planId: string, interval: BillingInterval): Promise<PlanTerms> {
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw notFound('This plan')
  const { name, currency, monthlyCredits: credits } = plan
  const price = interval === 'YEAR' ? plan.annualPrice : plan.price
  if (price === null) throw fieldError('interval', `${name} is sold by the month only.`)
  return { planId, name, interval, price, currency, credits }
}

export type CatalogItem = Omit<PlanTerms, 'planId' | 'interval'> & {
  item: Exclude<CheckoutItem, { kind: 'PAYMENT_METHOD' }>
}

/** Throws NOT_FOUND for an inactive item, UNPROCESSABLE for credits that cannot be priced. */
export async function getCatalogItem(
  db: Db,
  { planId, interval = 'MONTH', packId = '', credits: custom }: Purchase,
): Promise<CatalogItem> {
  if (custom !== undefined) return getCustomItem(db, custom)
  if (planId) {
    const plan = await getActivePlan(db, planId, interval)
    const { name, price, currency, credits } = plan
    return { item: { kind: 'SUBSCRIPTION', plan }, name, price, currency, credits }
  }
  const pack = await findPack(db, packId)
  if (!pack?.isActive) throw notFound('This pack')
  const { name, price, currency, credits } = pack
  return { item: { kind: 'PACK', packId, name, price, currency }, name, price, currency, credits }
}

// The most that the providers charge at once, in cents.
const maxCharge = 99_999_999

/** A number of credits without a pack, priced by the active packs. */
async function getCustomItem(db: Db, credits: number): Promise<CatalogItem> {
  const packs = (await selectPacks(db)).filter(({ isActive }) => isActive)
  const price = getCustomPrice(credits, packs.map(presentPack))
  const currency = packs[0]?.currency
  if (price === undefined || currency === undefined)
    throw appError('UNPROCESSABLE', 'No credits are for sale at the moment.')
  if (price > maxCharge) throw fieldError('credits', 'That many credits cannot be bought at once. Enter fewer.')
  const name = formatCustomName(credits)
  return { item: { kind: 'PACK', name, price, currency }, name, price, currency, credits }
}

const fieldError = (path: keyof Purchase, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })

export const noCoupon = { discount: 0, bonusCredits: 0, coupon: undefined }

export async function applyCoupon(
  ctx: Context,
  code: string | undefined,
  what: { purchase: PurchaseKind; list: number },
) {
  if (!code) return noCoupon
  const { userId } = ctx.actor
  // Starting a purchase expires the earlier checkout that uses the coupon.
  const replaces = (await listOpenCheckouts(ctx.db, userId, { couponCode: code })).map(({ id }) => id)
  return priceWithCoupon(ctx, { ...what, userId, code, replaces })
}

type PurchaseKind = Parameters<typeof priceWithCoupon>[1]['purchase']

/** Throws NOT_FOUND for an inactive item, UNPROCESSABLE for a coupon that does not apply. */
export async function pricePurchase(ctx: Context, purchase: Purchase): Promise<Price> {
  const { item, price, currency, credits } = await getCatalogItem(ctx.db, purchase)
  const { couponCode: code } = purchase
  const { discount, bonusCredits, coupon } = await applyCoupon(ctx, code, { purchase: item.kind, list: price })
  assertMinCharge(price - discount, currency)
  const money = (amount: number) => ({ amount, currency })
  return {
    list: money(price),
    discount: money(discount),
    total: money(price - discount),
    renewal: item.kind === 'SUBSCRIPTION' ? money(price) : undefined,
    credits,
    bonusCredits,
    coupon,
  }
}

// Stripe's minimum charge in dollars.
const minCharge = 50

/** Refuses a coupon that would leave only a few cents, which no card can be charged. */
export function assertMinCharge(amount: number, currency: string): void {
  if (amount <= 0 || amount >= minCharge) return
  const [left, least] = [formatMoney(amount, currency), formatMoney(minCharge, currency)]
  throw appError(
    'UNPROCESSABLE',
    `This leaves ${left} to pay, and the minimum card charge is ${least}. Use another coupon or none.`,
  )
}
