import { couponCases } from '@dooryard/contract/api/format-cases.fixture'
import { couponKinds, couponTargets } from '@dooryard/contract/billing/coupons'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CouponTerms,
  type CouponUses,
  describeCouponBenefit,
  getCouponBenefit,
  getCouponRefusal,
  unknownCouponMessage,
} from './coupon-rules.ts'

const kinds = fc.constantFrom(...couponKinds)
const validTerms = fc
  .record({ kind: kinds, value: fc.integer({ min: 1, max: 100_000_000 }) })
  .map(({ kind, value }) => ({ kind, value: kind === 'PERCENT' ? ((value - 1) % 100) + 1 : value }))
const price = fc.integer({ min: 0, max: 2 ** 31 - 1 })

describe('the benefit of a coupon', () => {
  test.each(couponCases)('%s of %i reads %s', (kind, value, text) =>
    expect(describeCouponBenefit({ kind, value })).toBe(text),
  )

  test('is in whole cents, never negative and never more than the price', () => {
    fc.assert(
      fc.property(validTerms, price, (coupon, list) => {
        const { discount, bonusCredits } = getCouponBenefit(coupon, list)
        expect(Number.isSafeInteger(discount) && Number.isSafeInteger(bonusCredits)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(list)
        expect(bonusCredits > 0).toBe(coupon.kind === 'CREDITS')
      }),
      { numRuns: 2000 },
    )
  })

  test('by percent is never more than the percentage, and less by a fraction of a cent at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), price, (value, list) => {
        const { discount } = getCouponBenefit({ kind: 'PERCENT', value }, list)
        const short = list * value - discount * 100
        expect(short).toBeGreaterThanOrEqual(0)
        expect(short).toBeLessThan(100)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['PERCENT', 20, 4900, 980, 0, '20% off'],
    ['PERCENT', 33, 4900, 1617, 0, '33% off'],
    ['PERCENT', 15, 99, 14, 0, '15% off'],
    ['PERCENT', 100, 4999, 4999, 0, '100% off'],
    ['AMOUNT', 1000, 4900, 1000, 0, '$10.00 off'],
    ['AMOUNT', 123_456, 4900, 4900, 0, '$1,234.56 off'],
    ['AMOUNT', 1000, 0, 0, 0, '$10.00 off'],
    ['CREDITS', 2500, 4900, 0, 2500, '2,500 bonus credits'],
    ['CREDITS', 1, 0, 0, 1, '1 bonus credit'],
  ] as const)(
    '%s %i on %i cents takes %i off and adds %i credits: "%s"',
    (kind, value, list, discount, bonus, expected) => {
      expect(getCouponBenefit({ kind, value }, list)).toEqual({ discount, bonusCredits: bonus })
      expect(describeCouponBenefit({ kind, value })).toBe(expected)
    },
  )
})

const coupon: CouponTerms = {
  kind: 'PERCENT',
  value: 20,
  appliesTo: 'ANY',
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  perUserLimit: 1,
  isActive: true,
  archivedAt: null,
}
const noUses: CouponUses = { redeemed: 0, reserved: 0, ownRedeemed: 0, ownReserved: 0 }
const noon = new Date('2026-06-01T12:00:00Z')
const purchaseContext = { purchase: 'PACK', now: noon, uses: noUses } as const
const [before, after] = [new Date(noon.getTime() - 1), new Date(noon.getTime() + 1)]

describe('a coupon', () => {
  test.each<[says: string | null, when: string, terms: Partial<CouponTerms>, uses: Partial<CouponUses>]>([
    [null, 'nothing prevents its use', {}, {}],
    [unknownCouponMessage, 'it is stopped', { isActive: false }, {}],
    [unknownCouponMessage, 'it is archived', { archivedAt: before }, {}],
    ['This coupon is valid from Jun 1, 2026.', 'it starts an instant later', { startsAt: after }, {}],
    [null, 'it starts now', { startsAt: noon }, {}],
    [null, 'it ends an instant later', { endsAt: after }, {}],
    ['This coupon expired on Jun 1, 2026.', 'it ends now', { endsAt: noon }, {}],
    ['This coupon is for subscriptions only.', 'it is for something else', { appliesTo: 'SUBSCRIPTION' }, {}],
    [null, 'it is for what is bought', { appliesTo: 'PACK' }, {}],
    ['You have already used this coupon.', 'the user has used it', {}, { redeemed: 1, ownRedeemed: 1 }],
    [
      'You have already used this coupon 3 times.',
      'the user has used it up',
      { perUserLimit: 3 },
      { redeemed: 3, ownRedeemed: 3 },
    ],
    [null, 'the user may use it once more', { perUserLimit: 3 }, { redeemed: 2, ownRedeemed: 2 }],
    [
      'You are using this coupon in another unfinished purchase.',
      'the user has reserved it',
      {},
      { reserved: 1, ownReserved: 1 },
    ],
    [null, 'others have used it', {}, { redeemed: 1000, reserved: 50 }],
    ['This coupon has reached its limit.', 'all are redeemed', { maxRedemptions: 5 }, { redeemed: 5 }],
    ['This coupon has reached its limit.', 'the last is reserved', { maxRedemptions: 5 }, { redeemed: 4, reserved: 1 }],
    [null, 'one is left', { maxRedemptions: 5 }, { redeemed: 3, reserved: 1 }],
  ])('says %j when %s', (expected, _, validTerms, uses) => {
    expect(getCouponRefusal({ ...coupon, ...validTerms }, { ...purchaseContext, uses: { ...noUses, ...uses } })).toBe(
      expected,
    )
  })

  test('for packs says so to a subscriber', () => {
    const toSubscribe = { ...purchaseContext, purchase: 'SUBSCRIPTION' } as const
    expect(getCouponRefusal({ ...coupon, appliesTo: 'PACK' }, toSubscribe)).toBe(
      'This coupon is for credit packs only.',
    )
    expect(getCouponRefusal({ ...coupon, appliesTo: 'SUBSCRIPTION' }, toSubscribe)).toBeNull()
  })

  test('that is inactive answers like an unknown one, whatever else applies to it', () => {
    const any = fc.record({
      appliesTo: fc.constantFrom(...couponTargets),
      startsAt: fc.constantFrom(null, before, noon, after),
      maxRedemptions: fc.constantFrom(null, 1),
      stopped: fc.constantFrom({ isActive: false }, { archivedAt: before }),
      uses: fc.constantFrom(noUses, { redeemed: 1, reserved: 1, ownRedeemed: 1, ownReserved: 1 }),
    })
    fc.assert(
      fc.property(any, ({ stopped, uses, ...rest }) => {
        const refusal = getCouponRefusal({ ...coupon, ...rest, ...stopped }, { ...purchaseContext, uses })
        expect(refusal).toBe(getCouponRefusal(undefined, purchaseContext))
      }),
    )
  })
})
