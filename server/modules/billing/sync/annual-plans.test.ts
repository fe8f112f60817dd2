import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { changeCard, getInfo, growth, listUserPayments, scale, starter } from '../checkout/purchases.fixture.ts'
import { listMrrByMonth } from '../history/revenue.queries.ts'
import { getCreditPrice } from '../history/sales.queries.ts'
import { cardWithBehavior } from '../provider/sandbox/pay.fixture.ts'
import { sandboxNow } from '../provider/sandbox/sandbox-context.ts'
import { createAnnualBilling, setAnnualPrices } from './annual-billing.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const usd = (amount: number) => ({ amount, currency: 'USD' })
const { subscribe, pass, requestQuote, listGrants } = createAnnualBilling(portal)
let admin: TestUser

beforeAll(async () => {
  admin = await user(portal, { role: 'SUPER_ADMIN' })
  await setAnnualPrices(admin)
})

async function change(buyer: TestUser, planId: string, interval?: 'MONTH' | 'YEAR') {
  const { body } = await requestQuote(buyer, planId, interval)
  const reply = await buyer.as.call(billing.changePlan, { body: { planId, quoteId: body.quoteId } })
  return { quote: body, reply }
}

const getCredits = async (buyer: TestUser) => (await getInfo(buyer)).balance.subscriptionCredits

test('a year is charged once and brings the credits of each month once, by whatever process', async () => {
  const buyer = await subscribe()
  expect(await getInfo(buyer)).toMatchObject({
    subscription: { interval: 'YEAR', price: usd(149_000), creditsPerPeriod: 4000 },
    nextCharge: { amount: usd(149_000) },
    balance: { subscriptionCredits: 4000 },
  })
  await pass(buyer, 32)
  expect(await listGrants(buyer)).toEqual([4000, 4000])
  expect(await getCredits(buyer)).toBe(8000)
  for (let month = 2; month < 12; month++) await pass(buyer, 31)
  expect(await listGrants(buyer)).toEqual(Array(12).fill(4000))
  // At most one month's worth rolls over, as with a renewal.
  expect(await getCredits(buyer)).toBe(8000)
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ amount: 149_000, creditsGranted: 48_000 }])
})

test('two years at once grant every month in order, and renew once', async () => {
  const buyer = await subscribe()
  await pass(buyer, 366 + 60)
  expect(await listGrants(buyer)).toHaveLength(12 + 2 + (await isThirdMonth(buyer)))
  expect((await listUserPayments(portal, buyer.id)).map(({ reason, amount }) => [reason, amount])).toEqual([
    ['FIRST', 149_000],
    ['RENEWAL', 149_000],
  ])
  expect(await getCredits(buyer)).toBe(8000)
})

/** Sixty days may end in the second or in the third month of a year. */
async function isThirdMonth(buyer: TestUser): Promise<number> {
  const start = new Date((await getInfo(buyer)).subscription?.currentPeriodStart ?? 0)
  const third = new Date(start)
  third.setUTCMonth(third.getUTCMonth() + 2)
  return third <= (await sandboxNow(portal.services)) ? 1 : 0
}

test('a month is switched to the year at once: its unused days are taken off, in money and in credits', async () => {
  const buyer = await subscribe({ interval: 'MONTH' })
  await pass(buyer, 10)
  const { quote, reply } = await change(buyer, growth, 'YEAR')
  const { daysLeft, daysInPeriod } = quote
  const unused = 14_900 - Math.floor((14_900 * (daysInPeriod - daysLeft)) / daysInPeriod)
  const had = 4000 - Math.floor((4000 * (daysInPeriod - daysLeft)) / daysInPeriod)
  expect(quote).toMatchObject({
    ...{ kind: 'UPGRADE', interval: 'YEAR', charge: usd(149_000), credit: usd(unused) },
    ...{ amountDueNow: usd(149_000 - unused), creditsGrantedNow: 4000 - had },
  })
  expect(reply).toMatchObject({ status: 200, body: { interval: 'YEAR', price: usd(149_000), status: 'ACTIVE' } })
  expect(reply.body.currentPeriodEnd.slice(0, 10)).toBe(quote.nextInvoice.at.slice(0, 10))
  await pass(buyer, 32)
  expect(await listGrants(buyer)).toEqual([4000, 4000 - had, 4000])
  // The year can still be changed to a larger plan, for what is left of it.
  const { quote: upgrade } = await change(buyer, scale)
  expect(upgrade).toMatchObject({ kind: 'UPGRADE', interval: 'YEAR', daysInPeriod: expect.any(Number) })
  expect(upgrade.charge.amount - upgrade.credit.amount).toBe(upgrade.amountDueNow.amount)
  expect(upgrade.creditsGrantedNow).toBeLessThanOrEqual(12_000)
  await pass(buyer, 31)
  expect((await listGrants(buyer)).slice(-2)).toEqual([4000, 12_000])
})

test('a smaller plan begins with the next year; a month cannot cut a paid year short', async () => {
  const buyer = await subscribe()
  expect((await requestQuote(buyer, growth, 'MONTH')).body).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/Growth is paid until .*cancel it and choose a plan/),
  })
  expect((await change(buyer, starter)).quote).toMatchObject({
    kind: 'DOWNGRADE',
    nextInvoice: { amount: usd(49_000) },
  })
  await pass(buyer, 367)
  expect(await getInfo(buyer)).toMatchObject({ subscription: { planName: 'Starter', price: usd(49_000) } })
  expect((await listGrants(buyer)).slice(11)).toEqual([4000, 1000])
})

test('a cancelled year grants its months to the end, and its credits expire then', async () => {
  const buyer = await subscribe()
  expect((await buyer.as.call(billing.cancel, { body: {} })).body).toMatchObject({ cancelAtPeriodEnd: true })
  await pass(buyer, 330)
  expect(await listGrants(buyer)).toHaveLength(11)
  await pass(buyer, 40)
  expect(await getInfo(buyer)).toMatchObject({
    subscription: { status: 'INACTIVE' },
    balance: { subscriptionCredits: 0 },
  })
})

test('an unpaid year grants nothing until a new card pays it', async () => {
  const buyer = await subscribe({ card: cardWithBehavior('FAILS_AT_RENEWAL') })
  await pass(buyer, 367)
  expect(await getInfo(buyer)).toMatchObject({ subscription: { status: 'PAST_DUE' } })
  expect(await listGrants(buyer)).toHaveLength(12)
  await changeCard(portal, buyer, cardWithBehavior('SUCCEEDS'))
  await pass(buyer, 1)
  expect(await listGrants(buyer)).toHaveLength(13)
})

test('a refunded part lowers the later months by its share, and a refund of all ends them', async () => {
  const buyer = await subscribe()
  const [paid] = await listUserPayments(portal, buyer.id)
  const params = { transactionId: paid?.id ?? '' }
  const refund = async (amount?: number) => {
    const { creditsLeft, refundedAmount: refundedBefore } = (
      await admin.as.call(adminBilling.refundPreview, { params, query: {} })
    ).body
    const body = { reason: 'A bad month', creditsLeft, amount, refundedBefore }
    return admin.as.call(adminBilling.refund, { params, body })
  }
  expect((await refund(37_250)).status).toBe(200)
  // The part took its share of the whole year, so a credit costs what it did.
  expect(await getCreditPrice(portal.db, buyer.id)).toBeCloseTo(149_000 / 48_000)
  expect(await getCredits(buyer)).toBe(3000)
  await pass(buyer, 32)
  expect(await listGrants(buyer)).toEqual([4000, 3000])
  expect((await refund()).status).toBe(200)
  expect(await getCredits(buyer)).toBe(0)
  await pass(buyer, 31)
  expect(await listGrants(buyer)).toHaveLength(2)
})

test('revenue counts a twelfth of a year in each month', async () => {
  const before = await getMrr()
  await subscribe()
  expect((await getMrr()) - before).toBe(Math.round(149_000 / 12))
})

async function getMrr(): Promise<number> {
  const now = await sandboxNow(portal.services)
  const months = await listMrrByMonth(portal.db, {
    from: now.toISOString().slice(0, 8).concat('01'),
    now,
    currency: 'USD',
  })
  return months.at(-1)?.mrr ?? 0
}

test('a plan without an annual price is sold by the month only, and a year costs more than a month', async () => {
  const body = { name: 'Monthly only', monthlyCredits: 10, price: 1000 }
  const { id } = (await admin.as.call(adminCatalog.createPlan, { body })).body
  const buyer = await user(portal)
  expect(await buyer.as.call(billing.checkout, { body: { planId: id, interval: 'YEAR' } })).toMatchObject({
    status: 422,
    body: { message: 'Monthly only is sold by the month only.' },
  })
  const tooCheap = await admin.as.call(adminCatalog.changePlan, { params: { id }, body: { annualPrice: 1000 } })
  expect(tooCheap).toMatchObject({ status: 400, body: { issues: [{ path: 'annualPrice' }] } })
})
