import { billing } from '@dooryard/contract/billing/billing'
import { customCreditLimits, getCustomPrice } from '@dooryard/contract/billing/custom-credits'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getAccountSums, sumLedgerEntries } from '../../credits/ledger/ledger.fixture.ts'
import { buy, createTestCoupon, getInfo, listUserPayments } from './purchases.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const usd = (amount: number) => ({ amount, currency: 'USD' })

const packs = fc.array(
  fc.record({
    credits: fc.integer({ min: 1, max: 200_000 }),
    price: fc.integer({ min: 50, max: 10_000_000 }).map(usd),
  }),
  { minLength: 1, maxLength: 6 },
)
const amount = fc.integer(customCreditLimits)

test('more credits never cost less, a pack of the same size never costs less, and the smallest rate is the highest', () => {
  fc.assert(
    fc.property(packs, amount, amount, (sold, one, other) => {
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)]
      const price = getCustomPrice(fewer, sold) ?? Number.NaN
      expect(price).toBeLessThanOrEqual(getCustomPrice(more, sold) ?? Number.NaN)
      for (const pack of sold) if (pack.credits >= fewer) expect(price).toBeLessThanOrEqual(pack.price.amount)
    }),
  )
})

test('without a pack that has a price nothing can be priced', () => {
  expect(getCustomPrice(500, [])).toBeUndefined()
  expect(getCustomPrice(500, [{ credits: 100, price: usd(0) }])).toBeUndefined()
})

test('credits are priced by the packs up to their number, as the buyer pays and as the invoice says', async () => {
  const buyer = await user(portal)
  const price = async (credits: number) => (await buyer.as.call(billing.price, { body: { credits } })).body.list.amount
  // Packs: 500 for $35, 2,000 for $120, 10,000 for $500.
  expect(await Promise.all([100, 501, 1900, 2500, 9999].map(price))).toEqual([700, 3507, 12_000, 15_000, 50_000])
  expect(await buy(portal, buyer, { credits: 1250 })).toMatchObject({
    kind: 'PACK',
    name: '1,250 credits',
    status: 'PAID',
    credits: 1250,
    total: usd(8750),
  })
  expect((await getInfo(buyer)).balance).toMatchObject({ onDemandCredits: 1250 })
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([
    { reason: 'PACK', status: 'PAID', amount: 8750, creditsGranted: 1250 },
  ])
  expect(await sumLedgerEntries(portal.db, buyer.id)).toEqual(await getAccountSums(portal.db, buyer.id))
})

test('a coupon for packs applies to any number of credits, and one for plans does not', async () => {
  const buyer = await user(portal)
  const [half, plans] = await Promise.all([
    createTestCoupon(portal, { value: 50, appliesTo: 'PACK' }),
    createTestCoupon(portal, { appliesTo: 'SUBSCRIPTION' }),
  ])
  expect(await buy(portal, buyer, { credits: 1000, couponCode: half })).toMatchObject({
    status: 'PAID',
    total: usd(3500),
  })
  expect(await buyer.as.call(billing.price, { body: { credits: 1000, couponCode: plans } })).toMatchObject({
    status: 422,
  })
})

test.each([
  [{ credits: 99 }, 'Enter at least 100 credits'],
  [{ credits: 100_001 }, 'Enter at most 100,000 credits'],
  [{ credits: 150.5 }, 'Enter a whole number of credits'],
  [{ credits: 500, packId: '00000000-0000-7000-8000-000000000201' }, 'Choose a plan, a pack or a number of credits'],
  [{}, 'Choose a plan, a pack or a number of credits'],
])('%j is refused: %s', async (body, message) => {
  const buyer = await user(portal)
  for (const call of [billing.price, billing.checkout])
    expect(await buyer.as.call(call, { body })).toMatchObject({ status: 400, body: { issues: [{ message }] } })
})
