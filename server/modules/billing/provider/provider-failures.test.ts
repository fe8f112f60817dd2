import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  scale,
  smallPack,
  starter,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { expireOverdueCheckouts } from '../sync/complete-checkout.ts'
import { expireOpenCheckout } from '../sync/expire-checkouts.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.fixture.ts'

const fake: FakeProvider = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

beforeEach(() => {
  fake.failures.down = false
  fake.failures.declined = undefined
  fake.failures.after = undefined
})

type Buyer = Awaited<ReturnType<typeof user>>

const countCalls = (name: string) => fake.calls.filter((call) => call.startsWith(name)).length
const listCheckouts = ({ id }: Buyer) =>
  portal.db.selectFrom('checkouts').select(['id', 'status']).where('userId', '=', id).orderBy('id').execute()

async function createSubscriber(planId = growth) {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { planId })
  fake.pay(`cs_${sessionId}`)
  await getCheckoutState(buyer, sessionId)
  return buyer
}

const requestPreviewBody = async ({ as }: Buyer, planId: string, couponCode?: string) => {
  const { status, body } = await as.call(billing.quote, { body: { planId, ...(couponCode && { couponCode }) } })
  if (status !== 200) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body
}
const requestPlanChange = ({ as }: Buyer, { planId, quoteId }: { planId: string; quoteId: string }) =>
  as.call(billing.changePlan, { body: { planId, quoteId } })

test('while the provider is unreachable nothing is bought and no coupon is lost', async () => {
  const buyer = await user(portal)
  const code = await createTestCoupon(portal)
  fake.failures.down = true
  const call = { body: { packId: smallPack, couponCode: code } }
  expect(await buyer.as.call(billing.checkout, call)).toMatchObject({ status: 503 })
  expect(await listCouponUses(portal, code)).toEqual(['RELEASED'])
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'FAILED' }])
  expect(await buyer.as.call(billing.updatePaymentMethod)).toMatchObject({ status: 503 })
  fake.failures.down = false
  expect(await buyer.as.call(billing.checkout, call)).toMatchObject({ status: 201 })
})

test("the provider's reason for a refusal is hidden from the buyer, and nothing is bought", async () => {
  const buyer = await user(portal)
  fake.failures.refused = 'The discount names a coupon of the wrong currency.'
  const reply = await buyer.as.call(billing.checkout, { body: { packId: smallPack } })
  fake.failures.refused = undefined
  expect(reply).toMatchObject({ status: 503, body: { message: expect.stringContaining('nothing was bought') } })
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'FAILED' }])
})

test('a checkout shows its last known state if the provider cannot be asked', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { packId: smallPack })
  fake.pay(`cs_${sessionId}`)
  fake.failures.down = true
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
  fake.failures.down = false
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('a user who buys twice at once is one customer', async () => {
  const buyer = await user(portal)
  const started = await Promise.all([
    startPurchase(buyer, { packId: smallPack }),
    startPurchase(buyer, { planId: growth }),
  ])
  const customers = started.map(({ sessionId }) => fake.sessions.get(`cs_${sessionId}`)?.customerId)
  expect(new Set(customers).size).toBe(1)
  const rows = portal.db.selectFrom('billingCustomers').select('providerId').where('userId', '=', buyer.id)
  expect(await rows.execute()).toEqual([{ providerId: customers[0] }])
  const known = countCalls('createCustomer')
  await startPurchase(buyer, { packId: smallPack })
  expect(countCalls('createCustomer')).toBe(known)
})

test('a checkout whose page was never opened expires on time, without the provider', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { packId: smallPack })
  // The state left by a process that died before calling the provider.
  const died = { providerId: null, expiresAt: new Date(0) }
  await portal.db.updateTable('checkouts').set(died).where('id', '=', sessionId).execute()
  await expireOverdueCheckouts(services)
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'EXPIRED' }])
})

test('a page that opens while the next purchase takes over its coupon cannot be paid', async () => {
  const buyer = await user(portal)
  const couponCode = await createTestCoupon(portal)
  const { sessionId } = await startPurchase(buyer, { packId: smallPack, couponCode })
  // As the next purchase has read it, before the page opened.
  const read = { id: sessionId, provider: fake.provider.name, providerId: null }
  await expireOpenCheckout(services, read)
  expect(() => fake.pay(`cs_${sessionId}`)).toThrow('EXPIRED')
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'EXPIRED' }])
  expect(await listCouponUses(portal, couponCode)).toEqual(['RELEASED'])
})

test('while the provider is unreachable no checkout is ended, because it may have been paid', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { packId: smallPack })
  await portal.db
    .updateTable('checkouts')
    .set({ expiresAt: new Date(0) })
    .where('id', '=', sessionId)
    .execute()
  fake.pay(`cs_${sessionId}`)
  fake.failures.down = true
  await expireOverdueCheckouts(services)
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'OPEN' }])
  fake.failures.down = false
  await expireOverdueCheckouts(services)
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'PAID' }])
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ status: 'PAID', amount: 3500 }])
})

test('an account cannot be closed while one of its checkouts cannot be expired', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { planId: growth })
  const close = () => buyer.as.call(account.close, { body: { password: testPassword } })
  fake.failures.down = true
  expect(await close()).toMatchObject({ status: 503 })
  expect(fake.sessions.get(`cs_${sessionId}`)?.status).toBe('OPEN')
  fake.failures.down = false
  expect(await close()).toMatchObject({ status: 204 })
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'EXPIRED' }])
  expect(fake.sessions.get(`cs_${sessionId}`)?.status).toBe('EXPIRED')
})

test('a plan paid just before the account is closed keeps it open', async () => {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { planId: growth })
  fake.pay(`cs_${sessionId}`)
  const reply = await buyer.as.call(account.close, { body: { password: testPassword } })
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('Cancel it first') } })
  expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'PAID' })
})

test('a change whose response was lost is completed by the same quote only, charged once', async () => {
  const buyer = await createSubscriber(starter)
  const code = await createTestCoupon(portal)
  const [preview, other] = [await requestPreviewBody(buyer, growth, code), await requestPreviewBody(buyer, scale)]
  fake.failures.after = 'changePlan'
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 503 })
  fake.failures.after = undefined
  // The money may have been taken, so the coupon stays reserved.
  expect(await listCouponUses(portal, code)).toEqual(['RESERVED'])
  expect(await requestPlanChange(buyer, other)).toMatchObject({ status: 409 })
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  const changes = (await listUserPayments(portal, buyer.id)).filter(({ reason }) => reason === 'CHANGE')
  expect(changes).toMatchObject([{ status: 'PAID', amount: preview.amountDueNow.amount }])
  expect(await listCouponUses(portal, code)).toEqual(['REDEEMED'])
  expect((await getInfo(buyer)).balance.subscriptionCredits).toBe(4000)
})

test('a change that was made but not recorded is recorded by the same quote', async () => {
  const buyer = await createSubscriber(growth)
  await buyer.as.call(billing.cancel, { body: {} })
  const preview = await requestPreviewBody(buyer, starter)
  fake.failures.after = 'setCancelAtPeriodEnd'
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 503 })
  fake.failures.after = undefined
  expect(await requestPlanChange(buyer, preview)).toMatchObject({
    status: 200,
    body: { planName: 'Growth', cancelAtPeriodEnd: false, next: { planName: 'Starter' } },
  })
})

test('a cancellation whose response was lost can be repeated', async () => {
  const buyer = await createSubscriber()
  fake.failures.after = 'setCancelAtPeriodEnd'
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 503 })
  fake.failures.after = undefined
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({
    status: 200,
    body: { cancelAtPeriodEnd: true },
  })
})

test('a checkout unknown to the provider expires by itself, and many of them do not block others', async () => {
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
  await expireOverdueCheckouts(services)
  expect(new Set((await listCheckouts(buyer)).map(({ status }) => status))).toEqual(new Set(['EXPIRED']))
})

test('checkouts that cannot be expired, however many, do not block others', async () => {
  const [stuck, buyer] = [await user(portal), await user(portal)]
  const { sessionId } = await startPurchase(buyer, { packId: smallPack })
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
  await expireOverdueCheckouts(services)
  fake.provider.expireCheckout = asked
  expect(await listCheckouts(buyer)).toMatchObject([{ status: 'EXPIRED' }])
  await portal.db.deleteFrom('checkouts').where('userId', '=', stuck.id).execute()
})

test('an ended subscription whose end is not recorded yet does not block the next one', async () => {
  const buyer = await createSubscriber(starter)
  const [old] = [...fake.subscriptions.values()].slice(-1)
  const over = { periodStart: new Date(Date.now() - 60 * 86_400_000), periodEnd: new Date(Date.now() - 1000) }
  Object.assign(old ?? {}, over)
  await portal.db.updateTable('subscriptions').set(over).where('userId', '=', buyer.id).execute()
  fake.end(old?.id ?? '')
  expect(await buyer.as.call(billing.checkout, { body: { planId: growth } })).toMatchObject({ status: 201 })
})
