import { type CouponDraft, coupons } from '@dooryard/contract/coupons'
import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import type { TestUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { redeemCoupon, reserveCoupon } from './index.ts'

type Draft = Partial<z.input<typeof CouponDraft>>

let made = 0

/** A fifth off anything, under a code of its own. */
export const draftOf = (draft: Draft = {}) => ({
  ...{ code: `TEST-${++made}-${newId().slice(-6)}`.toUpperCase(), kind: 'PERCENT' as const, value: 20 },
  ...{ appliesTo: 'ANY' as const },
  ...draft,
})

/** A coupon that an administrator made. */
export async function coupon({ as }: Pick<TestUser, 'as'>, draft: Draft = {}) {
  const { status, body } = await as.call(coupons.create, { body: draftOf(draft) })
  if (status !== 201) throw new Error(`the coupon could not be made: ${JSON.stringify(body)}`)
  return body
}

/** Redeems a coupon as a purchase does that is paid for. */
export async function redeem({ services, clock }: Portal, code: string, by: TestUser): Promise<void> {
  const purchaseId = newId()
  const until = new Date(clock.now().getTime() + 3_600_000)
  await reserveCoupon(services, { userId: by.id, code, purchase: 'PACK', list: 3500, purchaseId, until })
  await redeemCoupon(services.db, purchaseId, clock.now())
}
