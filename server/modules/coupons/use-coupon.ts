import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { benefitInWords, benefitOf, type CouponPurchase, noSuchCoupon, refusalOf } from './coupon-rules.ts'
import { type CouponRow, findCouponByCode, lockCouponByCode } from './coupons.queries.ts'
import { termsOf } from './present-coupon.ts'
import {
  addToTally,
  countAllUses,
  countOwnUses,
  markRedeemed,
  markReleased,
  upsertReservation,
} from './redemptions.queries.ts'

type Stores = Pick<Services, 'db' | 'clock'>

/**
 * What somebody buys with a coupon; `list` is the price in cents without it. What is reserved for the purchases that it
 * replaces does not count.
 */
type Asked = {
  userId: string
  code: string
  purchase: CouponPurchase
  list: number
  replaces?: readonly string[]
}

/** What a coupon makes of a purchase: cents off, credits on top, and what it is called and gives. */
export type CouponBenefit = { discount: number; bonusCredits: number; coupon: { code: string; says: string } }

/** What a coupon would give now. UNPROCESSABLE, with the reason, where it cannot be used. */
export async function priceWithCoupon({ db, clock }: Stores, asked: Asked): Promise<CouponBenefit> {
  const coupon = await findCouponByCode(db, normalised(asked.code))
  return benefit(await usable(db, coupon, asked, clock.now()), asked.list)
}

/**
 * Keeps one use of a coupon for a purchase until an instant, so that nobody else takes it while it is being paid. The
 * coupon is locked until the transaction ends, so of many who ask for its last use one gets it. Asked for again, a
 * purchase has still reserved one use.
 */
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

/**
 * Counts the coupon of a purchase as used, once however often it is told; nothing where it has none. So too where the
 * reservation has run out or was given back: the money was taken at that price.
 */
export const redeemCoupon = async (db: Db, purchaseId: string, at: Date): Promise<void> => {
  await markRedeemed(db, purchaseId, at)
}

/** Gives back what a purchase has reserved, when it comes to nothing; what is redeemed stays so. */
export const releaseCoupon = async (db: Db, purchaseId: string): Promise<void> => {
  await markReleased(db, purchaseId)
}

/** As codes are kept. */
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

/** Where there is no limit to reach. */
const uncounted = { redeemed: 0, reserved: 0 }

const refused = (message: string) => appError('UNPROCESSABLE', message, { issues: [{ path: 'couponCode', message }] })

const benefit = (coupon: CouponRow, list: number): CouponBenefit => ({
  ...benefitOf(termsOf(coupon), list),
  coupon: { code: coupon.code, says: benefitInWords(termsOf(coupon)) },
})
