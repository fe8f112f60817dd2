import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/util/ids.ts'
import {
  type CouponPurchase,
  describeCouponBenefit,
  getCouponBenefit,
  getCouponRefusal,
  unknownCouponMessage,
} from './coupon-rules.ts'
import { type CouponRow, findCouponByCode, lockCouponByCode } from './coupons.queries.ts'
import { toCouponTerms } from './list-coupons.ts'
import {
  addToRedemptionTotals,
  countTotalCouponUses,
  countUserCouponUses,
  upsertReservation,
} from './redemptions.queries.ts'

type CouponDeps = Pick<Services, 'db' | 'clock'>

/** `list` is the price in cents. Reservations of the purchases it replaces do not count. */
type CouponPurchaseInput = {
  userId: string
  code: string
  purchase: CouponPurchase
  list: number
  replaces?: readonly string[]
}

export type CouponBenefit = { discount: number; bonusCredits: number; coupon: { code: string; says: string } }

/** UNPROCESSABLE with the reason if the coupon cannot be used. */
export async function priceWithCoupon({ db, clock }: CouponDeps, input: CouponPurchaseInput): Promise<CouponBenefit> {
  const coupon = await findCouponByCode(db, normalizeCode(input.code))
  return buildBenefit(await requireUsableCoupon(db, coupon, input, clock.now()), input.list)
}

/** Locks the coupon, so only one of many gets the last use. Repeating a purchase keeps one reservation. */
export const reserveCoupon = (
  ctx: CouponDeps,
  input: CouponPurchaseInput & { purchaseId: string; until: Date },
): Promise<CouponBenefit> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now()
    const coupon = await requireUsableCoupon(db, await lockCouponByCode(db, normalizeCode(input.code)), input, now)
    await addToRedemptionTotals(db, coupon.id)
    const granted = buildBenefit(coupon, input.list)
    const { userId, purchaseId, purchase, until } = input
    await upsertReservation(db, {
      ...{ id: newId(), couponId: coupon.id, affiliateUserId: coupon.affiliateUserId },
      ...{ userId, purchaseId, purchase, status: 'RESERVED' },
      ...{ discount: granted.discount, credits: granted.bonusCredits, reservedUntil: until, createdAt: now },
    })
    return granted
  })

const normalizeCode = (code: string) => code.trim().toUpperCase()

async function requireUsableCoupon(
  db: Db,
  coupon: CouponRow | undefined,
  { userId, purchase, purchaseId, replaces = [] }: CouponPurchaseInput & { purchaseId?: string },
  now: Date,
): Promise<CouponRow> {
  if (!coupon) throw couponError(unknownCouponMessage)
  const excludedPurchaseIds = purchaseId === undefined ? replaces : [...replaces, purchaseId]
  const usesQuery = { userId, now, excludedPurchaseIds }
  const all = coupon.maxRedemptions === null ? noUses : await countTotalCouponUses(db, coupon.id, usesQuery)
  const uses = { ...all, ...(await countUserCouponUses(db, coupon.id, usesQuery)) }
  const refusal = getCouponRefusal(toCouponTerms(coupon), { purchase, now, uses })
  if (refusal) throw couponError(refusal)
  return coupon
}

const noUses = { redeemed: 0, reserved: 0 }

const couponError = (message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path: 'couponCode', message }] })

const buildBenefit = (coupon: CouponRow, list: number): CouponBenefit => ({
  ...getCouponBenefit(toCouponTerms(coupon), list),
  coupon: { code: coupon.code, says: describeCouponBenefit(toCouponTerms(coupon)) },
})
