import { couponKinds, couponTargets } from '@dooryard/contract/coupons'
import { couponCases } from '@dooryard/contract/format-cases.fixture'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  benefitInWords,
  benefitOf,
  type CouponTerms,
  type CouponUses,
  noSuchCoupon,
  refusalOf,
} from './coupon-rules.ts'

const kinds = fc.constantFrom(...couponKinds)
const terms = fc
  .record({ kind: kinds, value: fc.integer({ min: 1, max: 100_000_000 }) })
  .map(({ kind, value }) => ({ kind, value: kind === 'PERCENT' ? ((value - 1) % 100) + 1 : value }))
const price = fc.integer({ min: 0, max: 2 ** 31 - 1 })

describe('what a coupon gives', () => {
  test.each(couponCases)('%s of %i reads %s', (kind, value, text) => expect(benefitInWords({ kind, value })).toBe(text))

  test('is whole cents, never below nothing and never beyond the price', () => {
    fc.assert(
      fc.property(terms, price, (coupon, list) => {
        const { discount, bonusCredits } = benefitOf(coupon, list)
        expect(Number.isSafeInteger(discount) && Number.isSafeInteger(bonusCredits)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(list)
        expect(bonusCredits > 0).toBe(coupon.kind === 'CREDITS')
      }),
      { numRuns: 2000 },
    )
  })

  test('by percent is never more than the percentage says, and less by a part of a cent only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), price, (value, list) => {
        const { discount } = benefitOf({ kind: 'PERCENT', value }, list)
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
    (kind, value, list, discount, bonus, says) => {
      expect(benefitOf({ kind, value }, list)).toEqual({ discount, bonusCredits: bonus })
      expect(benefitInWords({ kind, value })).toBe(says)
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
const unused: CouponUses = { redeemed: 0, reserved: 0, ownRedeemed: 0, ownReserved: 0 }
const noon = new Date('2026-06-01T12:00:00Z')
const asked = { purchase: 'PACK', now: noon, uses: unused } as const
const [before, after] = [new Date(noon.getTime() - 1), new Date(noon.getTime() + 1)]

describe('a coupon', () => {
  test.each<[says: string | null, when: string, terms: Partial<CouponTerms>, uses: Partial<CouponUses>]>([
    [null, 'nothing stands against it', {}, {}],
    [noSuchCoupon, 'it is stopped', { isActive: false }, {}],
    [noSuchCoupon, 'it is archived', { archivedAt: before }, {}],
    ['This coupon works from Jun 1, 2026.', 'it starts an instant later', { startsAt: after }, {}],
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
      'This coupon is in use for another purchase of yours that is not finished.',
      'the user has reserved it',
      {},
      { reserved: 1, ownReserved: 1 },
    ],
    [null, 'others have used it', {}, { redeemed: 1000, reserved: 50 }],
    ['This coupon has been used up.', 'all are redeemed', { maxRedemptions: 5 }, { redeemed: 5 }],
    ['This coupon has been used up.', 'the last is reserved', { maxRedemptions: 5 }, { redeemed: 4, reserved: 1 }],
    [null, 'one is left', { maxRedemptions: 5 }, { redeemed: 3, reserved: 1 }],
  ])('says %j when %s', (says, _, terms, uses) => {
    expect(refusalOf({ ...coupon, ...terms }, { ...asked, uses: { ...unused, ...uses } })).toBe(says)
  })

  test('for packs says so to whoever subscribes', () => {
    const toSubscribe = { ...asked, purchase: 'SUBSCRIPTION' } as const
    expect(refusalOf({ ...coupon, appliesTo: 'PACK' }, toSubscribe)).toBe('This coupon is for credit packs only.')
    expect(refusalOf({ ...coupon, appliesTo: 'SUBSCRIPTION' }, toSubscribe)).toBeNull()
  })

  test('that does not work, whatever else is true of it, answers as one that never was', () => {
    const any = fc.record({
      appliesTo: fc.constantFrom(...couponTargets),
      startsAt: fc.constantFrom(null, before, noon, after),
      maxRedemptions: fc.constantFrom(null, 1),
      stopped: fc.constantFrom({ isActive: false }, { archivedAt: before }),
      uses: fc.constantFrom(unused, { redeemed: 1, reserved: 1, ownRedeemed: 1, ownReserved: 1 }),
    })
    fc.assert(
      fc.property(any, ({ stopped, uses, ...rest }) => {
        const refusal = refusalOf({ ...coupon, ...rest, ...stopped }, { ...asked, uses })
        expect(refusal).toBe(refusalOf(undefined, asked))
      }),
    )
  })
})
