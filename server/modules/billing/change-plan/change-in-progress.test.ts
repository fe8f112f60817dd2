import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  requestPlanChange,
  requestPreview,
  requirePreview,
  scale,
  smallPack,
  starter,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { fakeProvider } from '../provider/fake-provider.fixture.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'

const fake = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

const { changePlan, setCancelAtPeriodEnd } = fake.provider
beforeEach(() => {
  Object.assign(fake.provider, { changePlan, setCancelAtPeriodEnd })
  Object.assign(fake.failures, { after: undefined, declined: undefined })
  fake.advance(Date.now() - fake.now().getTime())
})

const minute = 60_000
const day = 1440 * minute

async function createSubscriber(planId = growth) {
  const buyer = await user(portal)
  const { sessionId } = await startPurchase(buyer, { planId })
  fake.pay(`cs_${sessionId}`)
  await getCheckoutState(buyer, sessionId)
  return { ...buyer, subscriptionId: fake.sessions.get(`cs_${sessionId}`)?.subscriptionId ?? '' }
}
type Buyer = Awaited<ReturnType<typeof createSubscriber>>

const cancel = ({ as }: Buyer) => as.call(billing.cancel, { body: {} })
const listPaymentReasons = async ({ id }: Buyer) => (await listUserPayments(portal, id)).map(({ reason }) => reason)
const getSubscriptionCredits = async (buyer: Buyer) => (await getInfo(buyer)).balance.subscriptionCredits

/** Runs the work while the provider is changing a plan. */
function duringPlanChange(work: () => Promise<unknown>) {
  const changing: PaymentProvider['changePlan'] = async (order) => {
    fake.provider.changePlan = changePlan
    await work()
    return changePlan(order)
  }
  fake.provider.changePlan = changing
}

/** The state left by a process that died some minutes ago while calling the provider. */
const startAndCrash = (id: string, minutes: number) =>
  portal.db
    .updateTable('subscriptionQuotes')
    .set({ startedAt: new Date(Date.now() - minutes * minute), attempt: crypto.randomUUID() })
    .where('id', '=', id)
    .execute()

const getAttempt = (id: string) =>
  portal.db
    .selectFrom('subscriptionQuotes')
    .select(['startedAt', 'appliedAt', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The month began a minute ago, as with a provider that creates an invoice long before it charges. */
async function addUnpaidRenewal({ subscriptionId }: Buyer) {
  const periodStart = new Date(Date.now() - 30 * day)
  const periodEnd = new Date(Date.now() - minute)
  Object.assign(fake.subscriptions.get(subscriptionId) ?? {}, { periodStart, periodEnd })
  const invoice = fake.renew(subscriptionId, 'OPEN')
  await syncSubscription(services, subscriptionId)
  return async () => {
    Object.assign(fake.invoices.get(invoice.id) ?? {}, { status: 'PAID', paymentRef: `pi_${invoice.id}` })
  }
}

test('a change can be previewed and made only once the renewal is paid', async () => {
  const [up, down, kept] = [await createSubscriber(starter), await createSubscriber(scale), await createSubscriber()]
  const old = await requirePreview(up, scale)
  await requestPlanChange(kept, await requirePreview(kept, starter))
  const payments = [await addUnpaidRenewal(up), await addUnpaidRenewal(down), await addUnpaidRenewal(kept)]
  const message = 'Your renewal is being paid. Please try again in an hour.'
  const refused = { status: 409, body: { message } }
  expect(await requestPreview(up, scale)).toMatchObject(refused)
  expect(await requestPlanChange(up, old)).toMatchObject(refused)
  expect(await requestPreview(down, starter)).toMatchObject(refused)
  expect(await requestPreview(kept, growth)).toMatchObject(refused)
  expect(await listPaymentReasons(up)).toEqual(['FIRST'])
  for (const pay of payments) await pay()
  expect(await requestPlanChange(up, await requirePreview(up, scale))).toMatchObject({
    status: 200,
    body: { planName: 'Scale' },
  })
  expect(await listPaymentReasons(up)).toEqual(['FIRST', 'RENEWAL', 'CHANGE'])
  expect(await requestPreview(down, starter)).toMatchObject({ status: 200, body: { kind: 'DOWNGRADE' } })
})

test('a refunded month counts as paid', async () => {
  const buyer = await createSubscriber(starter)
  await portal.db
    .updateTable('paymentTransactions')
    .set({ status: 'REFUNDED' })
    .where('userId', '=', buyer.id)
    .execute()
  expect(await requestPreview(buyer, scale)).toMatchObject({ status: 200 })
})

test('a month whose dispute was won counts as bought and returns no credits by itself', async () => {
  const buyer = await createSubscriber()
  const invoice = [...fake.invoices.values()].find(({ subscriptionId }) => subscriptionId === buyer.subscriptionId)
  for (const became of [
    { status: 'REFUNDED', wentBack: 14_900, dispute: 'TAKEN' },
    { status: 'PAID', wentBack: undefined, dispute: 'WON' },
  ] as const) {
    Object.assign(invoice ?? {}, became)
    await syncSubscription(services, buyer.subscriptionId)
  }
  expect(await requirePreview(buyer, scale)).toMatchObject({ credit: { amount: 14_900 }, creditsGrantedNow: 12_000 })
})

test('a change whose response was lost voids an older quote, however late', async () => {
  const buyer = await createSubscriber()
  const [up, down] = [await requirePreview(buyer, scale), await requirePreview(buyer, starter)]
  fake.failures.after = 'changePlan'
  expect(await requestPlanChange(buyer, down)).toMatchObject({ status: 503 })
  fake.failures.after = undefined
  await startAndCrash(down.quoteId, 6)
  expect(await requestPlanChange(buyer, up)).toMatchObject({ status: 409 })
  expect(await listPaymentReasons(buyer)).toEqual(['FIRST'])
  expect(await requestPlanChange(buyer, down)).toMatchObject({ status: 200, body: { next: { planName: 'Starter' } } })
})

test('a change blocks others until a sync shows that it was not made, which releases its coupon', async () => {
  const buyer = await createSubscriber(starter)
  const code = await createTestCoupon(portal)
  const [lost, other] = [await requirePreview(buyer, growth, code), await requirePreview(buyer, scale)]
  fake.provider.changePlan = () => Promise.reject(appError('UNAVAILABLE', 'The line was cut.'))
  expect(await requestPlanChange(buyer, lost)).toMatchObject({ status: 503 })
  fake.provider.changePlan = changePlan
  expect(await listCouponUses(portal, code)).toEqual(['RESERVED'])
  expect(await requestPlanChange(buyer, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another') },
  })
  await startAndCrash(lost.quoteId, 6)
  expect(await requestPlanChange(buyer, other)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(await listCouponUses(portal, code)).toEqual(['RELEASED'])
  expect(await getAttempt(lost.quoteId)).toEqual({ startedAt: null, appliedAt: null, attempt: null })
})

test('each attempt on a quote counts from its own start', async () => {
  const buyer = await createSubscriber(starter)
  const [first, other] = [await requirePreview(buyer, growth), await requirePreview(buyer, scale)]
  await startAndCrash(first.quoteId, 6)
  let reply: Awaited<ReturnType<typeof requestPlanChange>> | undefined
  duringPlanChange(async () => {
    reply = await requestPlanChange(buyer, other)
  })
  expect(await requestPlanChange(buyer, first)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  expect(reply).toMatchObject({ status: 409 })
  expect(await listPaymentReasons(buyer)).toEqual(['FIRST', 'CHANGE'])
})

test('of two concurrent attempts on a quote one succeeds, and only that one releases its coupon', async () => {
  const buyer = await createSubscriber(starter)
  const code = await createTestCoupon(portal, { maxRedemptions: 1 })
  const quote = await requirePreview(buyer, growth, code)
  let second: Awaited<ReturnType<typeof requestPlanChange>> | undefined
  duringPlanChange(async () => {
    second = await requestPlanChange(buyer, quote)
    fake.failures.declined = 'Your card was declined.'
  })
  expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 422 })
  fake.failures.declined = undefined
  expect(second).toMatchObject({ status: 409, body: { message: expect.stringContaining('already in progress') } })
  const stranger = await user(portal)
  const { sessionId } = await startPurchase(stranger, { packId: smallPack, couponCode: code })
  fake.pay(`cs_${sessionId}`)
  await getCheckoutState(stranger, sessionId)
  expect(await requestPlanChange(buyer, quote)).toMatchObject({
    status: 422,
    body: { message: 'This coupon has reached its limit.' },
  })
  expect((await listCouponUses(portal, code)).filter((use) => use === 'REDEEMED')).toHaveLength(1)
  expect(await listPaymentReasons(buyer)).toEqual(['FIRST'])
})

test('any provider error other than being unreachable is a refusal, which releases the quote', async () => {
  const buyer = await createSubscriber(starter)
  const [quote, other] = [await requirePreview(buyer, growth), await requirePreview(buyer, scale)]
  fake.provider.changePlan = () => Promise.reject(appError('NOT_FOUND', 'It does not know this.'))
  expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 404 })
  fake.provider.changePlan = changePlan
  expect(await getAttempt(quote.quoteId)).toMatchObject({ startedAt: null, attempt: null })
  expect(await requestPlanChange(buyer, other)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
})

test('a subscription cannot be cancelled while its plan is changing, which would undo it', async () => {
  const buyer = await createSubscriber(starter)
  const quote = await requirePreview(buyer, growth)
  let cancelled: Awaited<ReturnType<typeof cancel>> | undefined
  duringPlanChange(async () => {
    cancelled = await cancel(buyer)
  })
  expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
  expect(cancelled).toMatchObject({ status: 409, body: { message: expect.stringContaining('in progress') } })
  expect(await cancel(buyer)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } })
})

test('a cancellation that arrives after a change has started stands, and the change is refused', async () => {
  const buyer = await createSubscriber(starter)
  const quote = await requirePreview(buyer, growth)
  duringPlanChange(() => setCancelAtPeriodEnd(buyer.subscriptionId, true))
  expect(await requestPlanChange(buyer, quote)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('quoted') },
  })
  await syncSubscription(services, buyer.subscriptionId)
  expect(await getInfo(buyer)).toMatchObject({ plan: { name: 'Starter' }, subscription: { cancelAtPeriodEnd: true } })
  expect(await listPaymentReasons(buyer)).toEqual(['FIRST'])
})

test('a cancellation is audited, whichever process records it first', async () => {
  const buyer = await createSubscriber()
  fake.provider.setCancelAtPeriodEnd = async (id, cancels) => {
    await setCancelAtPeriodEnd(id, cancels)
    await syncSubscription(services, id)
  }
  expect(await cancel(buyer)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } })
  const rows = portal.db.selectFrom('auditLog').select('action').where('actorId', '=', buyer.id)
  expect((await rows.execute()).filter(({ action }) => action === 'subscription.cancel_requested')).toHaveLength(1)
})

test('an applied quote returns the same result in the last minute of the month and after the end', async () => {
  const buyer = await createSubscriber(starter)
  const quote = await requirePreview(buyer, growth)
  const { body: applied } = await requestPlanChange(buyer, quote)
  const end = new Date(applied.currentPeriodEnd).getTime()
  fake.advance(end - 30_000 - fake.now().getTime())
  expect(await requestPlanChange(buyer, quote)).toEqual(expect.objectContaining({ status: 200, body: applied }))
  expect(await getSubscriptionCredits(buyer)).toBe(4000)
  fake.end(buyer.subscriptionId)
  await syncSubscription(services, buyer.subscriptionId)
  expect(await requestPlanChange(buyer, quote)).toMatchObject({
    status: 200,
    body: { id: applied.id, status: 'INACTIVE' },
  })
})
