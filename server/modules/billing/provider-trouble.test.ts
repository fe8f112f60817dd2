import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import {
  begin,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  scale,
  smallPack,
  starter,
  stateOf,
  usesOf,
} from './buying.fixture.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.fixture.ts'
import { expireCheckouts } from './settle/settle-checkout.ts'

const fake: FakeProvider = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

beforeEach(() => {
  fake.trouble.down = false
  fake.trouble.declined = undefined
  fake.trouble.after = undefined
})

type Buyer = Awaited<ReturnType<typeof user>>

const callsOf = (name: string) => fake.calls.filter((call) => call.startsWith(name)).length
const checkoutsOf = ({ id }: Buyer) =>
  portal.db.selectFrom('checkouts').select(['id', 'status']).where('userId', '=', id).orderBy('id').execute()

async function subscriber(planId = growth) {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { planId })
  fake.pay(`cs_${sessionId}`)
  await stateOf(buyer, sessionId)
  return buyer
}

const quoteOf = async ({ as }: Buyer, planId: string, couponCode?: string) => {
  const { status, body } = await as.call(billing.quote, { body: { planId, ...(couponCode && { couponCode }) } })
  if (status !== 200) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body
}
const change = ({ as }: Buyer, { planId, quoteId }: { planId: string; quoteId: string }) =>
  as.call(billing.changePlan, { body: { planId, quoteId } })

test('while the provider cannot be reached nothing is bought, and no coupon is lost', async () => {
  const buyer = await user(portal)
  const code = await coupon(portal)
  fake.trouble.down = true
  const call = { body: { packId: smallPack, couponCode: code } }
  expect(await buyer.as.call(billing.checkout, call)).toMatchObject({ status: 503 })
  expect(await usesOf(portal, code)).toEqual(['RELEASED'])
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'FAILED' }])
  expect(await buyer.as.call(billing.updatePaymentMethod)).toMatchObject({ status: 503 })
  fake.trouble.down = false
  expect(await buyer.as.call(billing.checkout, call)).toMatchObject({ status: 201 })
})

test('what the provider has against a purchase is not for its buyer, and nothing is bought', async () => {
  const buyer = await user(portal)
  fake.trouble.refused = 'The discount names a coupon of the wrong currency.'
  const reply = await buyer.as.call(billing.checkout, { body: { packId: smallPack } })
  fake.trouble.refused = undefined
  expect(reply).toMatchObject({ status: 503, body: { message: expect.stringContaining('nothing was bought') } })
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'FAILED' }])
})

test('a purchase of which the provider cannot be asked shows as it was known last', async () => {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { packId: smallPack })
  fake.pay(`cs_${sessionId}`)
  fake.trouble.down = true
  expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
  fake.trouble.down = false
  expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('somebody who buys twice at once is one customer', async () => {
  const buyer = await user(portal)
  const begun = await Promise.all([begin(buyer, { packId: smallPack }), begin(buyer, { planId: growth })])
  const customers = begun.map(({ sessionId }) => fake.sessions.get(`cs_${sessionId}`)?.customerId)
  expect(new Set(customers).size).toBe(1)
  const rows = portal.db.selectFrom('billingCustomers').select('providerId').where('userId', '=', buyer.id)
  expect(await rows.execute()).toEqual([{ providerId: customers[0] }])
  const known = callsOf('createCustomer')
  await begin(buyer, { packId: smallPack })
  expect(callsOf('createCustomer')).toBe(known)
})

test('a purchase whose page was never opened ends with its time, without the provider', async () => {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { packId: smallPack })
  // As it is left by a process that died before the provider was asked.
  const died = { providerId: null, expiresAt: new Date(0) }
  await portal.db.updateTable('checkouts').set(died).where('id', '=', sessionId).execute()
  await expireCheckouts(services)
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'EXPIRED' }])
})

test('while the provider cannot be reached no purchase is ended, since it may have been paid', async () => {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { packId: smallPack })
  await portal.db
    .updateTable('checkouts')
    .set({ expiresAt: new Date(0) })
    .where('id', '=', sessionId)
    .execute()
  fake.pay(`cs_${sessionId}`)
  fake.trouble.down = true
  await expireCheckouts(services)
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'OPEN' }])
  fake.trouble.down = false
  await expireCheckouts(services)
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'PAID' }])
  expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ status: 'PAID', amount: 3500 }])
})

test('an account is not closed while a page of its cannot be', async () => {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { planId: growth })
  const close = () => buyer.as.call(account.close, { body: { password: testPassword } })
  fake.trouble.down = true
  expect(await close()).toMatchObject({ status: 503 })
  expect(fake.sessions.get(`cs_${sessionId}`)?.status).toBe('OPEN')
  fake.trouble.down = false
  expect(await close()).toMatchObject({ status: 204 })
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'EXPIRED' }])
  expect(fake.sessions.get(`cs_${sessionId}`)?.status).toBe('EXPIRED')
})

test('a plan that was paid for just before the account is closed keeps it open', async () => {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { planId: growth })
  fake.pay(`cs_${sessionId}`)
  const reply = await buyer.as.call(account.close, { body: { password: testPassword } })
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('Cancel it first') } })
  expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('a change whose answer was lost is finished by the same quote, charged once, and by no other', async () => {
  const buyer = await subscriber(starter)
  const code = await coupon(portal)
  const [quote, other] = [await quoteOf(buyer, growth, code), await quoteOf(buyer, scale)]
  fake.trouble.after = 'changePlan'
  expect(await change(buyer, quote)).toMatchObject({ status: 503 })
  fake.trouble.after = undefined
  // The money may have been taken, so the coupon stays with it.
  expect(await usesOf(portal, code)).toEqual(['RESERVED'])
  expect(await change(buyer, other)).toMatchObject({ status: 409 })
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  const changes = (await paymentsOf(portal, buyer.id)).filter(({ reason }) => reason === 'CHANGE')
  expect(changes).toMatchObject([{ status: 'PAID', amount: quote.amountDueNow.amount }])
  expect(await usesOf(portal, code)).toEqual(['REDEEMED'])
  expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(4000)
})

test('a change that was made, but not noted, is noted by the same quote', async () => {
  const buyer = await subscriber(growth)
  await buyer.as.call(billing.cancel, { body: {} })
  const quote = await quoteOf(buyer, starter)
  fake.trouble.after = 'setCancelAtPeriodEnd'
  expect(await change(buyer, quote)).toMatchObject({ status: 503 })
  fake.trouble.after = undefined
  expect(await change(buyer, quote)).toMatchObject({
    status: 200,
    body: { planName: 'Growth', cancelAtPeriodEnd: false, next: { planName: 'Starter' } },
  })
})

test('a cancellation whose answer was lost is the same again', async () => {
  const buyer = await subscriber()
  fake.trouble.after = 'setCancelAtPeriodEnd'
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 503 })
  fake.trouble.after = undefined
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({
    status: 200,
    body: { cancelAtPeriodEnd: true },
  })
})

test('a purchase of which the provider knows nothing ends by itself, and many of them hold up no other', async () => {
  const buyer = await user(portal)
  const past = new Date(Date.now() - 3_600_000)
  const lost = Array.from({ length: 101 }, (_, nr) => ({
    id: crypto.randomUUID(),
    userId: buyer.id,
    provider: 'SANDBOX',
    providerId: `cs_lost_${nr}`,
    kind: 'PACK',
    source: 'PERSON',
    name: '500 credits',
    currency: 'USD',
    status: 'OPEN',
    expiresAt: past,
    createdAt: past,
  }))
  await portal.db.insertInto('checkouts').values(lost).execute()
  await expireCheckouts(services)
  expect(new Set((await checkoutsOf(buyer)).map(({ status }) => status))).toEqual(new Set(['EXPIRED']))
})

test('purchases that cannot be closed, however many, hold up no other', async () => {
  const [stuck, buyer] = [await user(portal), await user(portal)]
  const { sessionId } = await begin(buyer, { packId: smallPack })
  const overdue = (id: string, expiresAt: Date) =>
    portal.db.updateTable('checkouts').set({ expiresAt }).where('id', '=', id).execute()
  const asked = fake.provider.expireCheckout
  fake.provider.expireCheckout = async (id) => {
    if (id.startsWith('cs_stuck')) throw new Error('The provider did not understand.')
    return asked(id)
  }
  const past = new Date(Date.now() - 3_600_000)
  const page = { provider: 'SANDBOX', kind: 'PACK', source: 'PERSON', name: '500 credits', currency: 'USD' }
  const rows = Array.from({ length: 101 }, (_, nr) => ({
    ...page,
    id: crypto.randomUUID(),
    userId: stuck.id,
    providerId: `cs_stuck_${nr}`,
    status: 'OPEN',
    expiresAt: past,
    createdAt: past,
  }))
  await portal.db.insertInto('checkouts').values(rows).execute()
  await overdue(sessionId, new Date(Date.now() - 1000))
  await expireCheckouts(services)
  fake.provider.expireCheckout = asked
  expect(await checkoutsOf(buyer)).toMatchObject([{ status: 'EXPIRED' }])
  await portal.db.deleteFrom('checkouts').where('userId', '=', stuck.id).execute()
})

test('a subscription that has ended unheard of keeps no one from the next', async () => {
  const buyer = await subscriber(starter)
  const [old] = [...fake.subscriptions.values()].slice(-1)
  const over = { periodStart: new Date(Date.now() - 60 * 86_400_000), periodEnd: new Date(Date.now() - 1000) }
  Object.assign(old ?? {}, over)
  await portal.db.updateTable('subscriptions').set(over).where('userId', '=', buyer.id).execute()
  fake.end(old?.id ?? '')
  expect(await buyer.as.call(billing.checkout, { body: { planId: growth } })).toMatchObject({ status: 201 })
})
