import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { benefitInWords, benefitOf, type CouponPurchase, noSuchCoupon, refusalOf } from './coupon-rules.ts'
import { type CouponRow, findCouponByCode, lockCouponByCode } from './coupons.queries.ts'
import { termsOf } from './list-coupons.ts'
import { addToTally, countAllUses, countOwnUses, upsertReservation } from './redemptions.queries.ts'

type Stores = Pick<Services, 'db' | 'clock'>

/** `list` is the price in cents. What is reserved for the purchases that it replaces does not count. */
type Asked = {
  userId: string
  code: string
  purchase: CouponPurchase
  list: number
  replaces?: readonly string[]
}

export type CouponBenefit = { discount: number; bonusCredits: number; coupon: { code: string; says: string } }

/** UNPROCESSABLE, with the reason, where the coupon cannot be used. */
export async function priceWithCoupon({ db, clock }: Stores, asked: Asked): Promise<CouponBenefit> {
  const coupon = await findCouponByCode(db, normalised(asked.code))
  return benefit(await usable(db, coupon, asked, clock.now()), asked.list)
}

/** Locks the coupon, so that one of many gets its last use. Repeating a purchase still reserves one use. */
export const reserveCoupon = (
  ctx: Stores,
  asked: Asked & { purchaseId: string; until: Date },
): Promise<CouponBenefit> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now()
    const coupon = await usable(db, await lockCouponByCode(db, normalised(asked.code)), asked, now)
    await addToTally(db, coupon.id)
    const given = benefit(coupon, asked.list)
    const { userId, purchaseId, purchase, until } = asked
    await upsertReservation(db, {
      ...{ id: newId(), couponId: coupon.id, userId, purchaseId, purchase, status: 'RESERVED' },
      ...{ discount: given.discount, credits: given.bonusCredits, reservedUntil: until, createdAt: now },
    })
    return given
  })

const normalised = (code: string) => code.trim().toUpperCase()

async function usable(
  db: Db,
  coupon: CouponRow | undefined,
  { userId, purchase, purchaseId, replaces = [] }: Asked & { purchaseId?: string },
  now: Date,
): Promise<CouponRow> {
  if (!coupon) throw refused(noSuchCoupon)
  const without = purchaseId === undefined ? replaces : [...replaces, purchaseId]
  const asker = { userId, now, without }
  const all = coupon.maxRedemptions === null ? uncounted : await countAllUses(db, coupon.id, asker)
  const uses = { ...all, ...(await countOwnUses(db, coupon.id, asker)) }
  const refusal = refusalOf(termsOf(coupon), { purchase, now, uses })
  if (refusal) throw refused(refusal)
  return coupon
}

const uncounted = { redeemed: 0, reserved: 0 }

const refused = (message: string) => appError('UNPROCESSABLE', message, { issues: [{ path: 'couponCode', message }] })

const benefit = (coupon: CouponRow, list: number): CouponBenefit => ({
  ...benefitOf(termsOf(coupon), list),
  coupon: { code: coupon.code, says: benefitInWords(termsOf(coupon)) },
})
