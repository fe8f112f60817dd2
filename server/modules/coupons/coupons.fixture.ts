import { type CouponDraft, coupons } from '@dooryard/contract/billing/coupons'
import type { z } from 'zod'
import { newId } from '../../platform/util/ids.ts'
import type { TestUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { redeemCoupon, reserveCoupon } from './index.ts'

type CouponDraftInput = Partial<z.input<typeof CouponDraft>>

let createdCount = 0

/** 20% off any purchase, with a unique code. */
export const buildCouponDraft = (draft: CouponDraftInput = {}) => ({
  ...{ code: `TEST-${++createdCount}-${newId().slice(-6)}`.toUpperCase(), kind: 'PERCENT' as const, value: 20 },
  ...{ appliesTo: 'ANY' as const },
  ...draft,
})

/** Creates a coupon as an administrator. */
export async function createCouponAs({ as }: Pick<TestUser, 'as'>, draft: CouponDraftInput = {}) {
  const { status, body } = await as.call(coupons.create, { body: buildCouponDraft(draft) })
  if (status !== 201) throw new Error(`the coupon could not be made: ${JSON.stringify(body)}`)
  return body
}

/** Redeems a coupon as a paid purchase does. */
export async function redeemCouponAs({ services, clock }: Portal, code: string, by: TestUser): Promise<void> {
  const purchaseId = newId()
  const until = new Date(clock.now().getTime() + 3_600_000)
  await reserveCoupon(services, { userId: by.id, code, purchase: 'PACK', list: 3500, purchaseId, until })
  await redeemCoupon(services.db, purchaseId, clock.now())
}
