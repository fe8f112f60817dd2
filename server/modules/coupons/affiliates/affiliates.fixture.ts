import { adminAffiliates, type CommissionTerms } from '@dooryard/contract/billing/affiliates'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { createCouponAs } from '../coupons.fixture.ts'

type Admin = Pick<TestUser, 'as'>

/** Creates an affiliate with a coupon of 20% off and, unless null, a commission; as an administrator. */
export async function createAffiliateAs(
  portal: Portal,
  admin: Admin,
  terms: CommissionTerms | null = { percent: 10, months: 12 },
) {
  const owner = await user(portal, { role: 'AFFILIATE_USER' })
  const { code } = await createCouponAs(admin, { affiliateUserId: owner.id, perUserLimit: 5 })
  if (terms) await setTermsAs(admin, owner, terms)
  return { owner, code, params: { userId: owner.id } }
}

export const setTermsAs = ({ as }: Admin, owner: TestUser, body: CommissionTerms) =>
  as.call(adminAffiliates.setTerms, { params: { userId: owner.id }, body })
