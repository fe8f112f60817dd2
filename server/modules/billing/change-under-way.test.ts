import { billing } from '@dooryard/contract/billing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { appError } from '../../platform/errors.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import {
  begin,
  change,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  quoteCall,
  quoted,
  scale,
  smallPack,
  starter,
  stateOf,
  usesOf,
} from './buying.fixture.ts'
import { fakeProvider } from './fake-provider.fixture.ts'
import type { PaymentProvider } from './provider.ts'
import { syncSubscription } from './settle/sync-subscription.ts'

const fake = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

const { changePlan, setCancelAtPeriodEnd } = fake.provider
beforeEach(() => {
  Object.assign(fake.provider, { changePlan, setCancelAtPeriodEnd })
  Object.assign(fake.trouble, { after: undefined, declined: undefined })
  fake.advance(Date.now() - fake.now().getTime())
})

const minute = 60_000
const day = 1440 * minute

async function subscriber(planId = growth) {
  const buyer = await user(portal)
  const { sessionId } = await begin(buyer, { planId })
  fake.pay(`cs_${sessionId}`)
  await stateOf(buyer, sessionId)
  return { ...buyer, subscriptionId: fake.sessions.get(`cs_${sessionId}`)?.subscriptionId ?? '' }
}
type Buyer = Awaited<ReturnType<typeof subscriber>>

const cancel = ({ as }: Buyer) => as.call(billing.cancel, { body: {} })
const reasonsOf = async ({ id }: Buyer) => (await paymentsOf(portal, id)).map(({ reason }) => reason)
const creditsOf = async (buyer: Buyer) => (await infoOf(buyer)).balance.subscriptionCredits

/** What is done while the provider changes a plan. */
function meanwhile(work: () => Promise<unknown>) {
  const changing: PaymentProvider['changePlan'] = async (order) => {
    fake.provider.changePlan = changePlan
    await work()
    return changePlan(order)
  }
  fake.provider.changePlan = changing
}

/** As it is when the process dies, some minutes ago, while the provider is asked. */
const beginsAndDies = (id: string, minutes: number) =>
  portal.db
    .updateTable('subscriptionQuotes')
    .set({ startedAt: new Date(Date.now() - minutes * minute), attempt: crypto.randomUUID() })
    .where('id', '=', id)
    .execute()

const startOf = (id: string) =>
  portal.db
    .selectFrom('subscriptionQuotes')
    .select(['startedAt', 'appliedAt', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The month begins a minute ago, as a provider that makes an invoice long before it takes the money has it. */
async function renewalToBePaid({ subscriptionId }: Buyer) {
  const periodStart = new Date(Date.now() - 30 * day)
  const periodEnd = new Date(Date.now() - minute)
  Object.assign(fake.subscriptions.get(subscriptionId) ?? {}, { periodStart, periodEnd })
  const invoice = fake.renew(subscriptionId, 'OPEN')
  await syncSubscription(services, subscriptionId)
  return async () => {
    Object.assign(fake.invoices.get(invoice.id) ?? {}, { status: 'PAID', paymentRef: `pi_${invoice.id}` })
  }
}

test('while the renewal is to be paid no change is quoted or made, and once it is, it is', async () => {
  const [up, down, kept] = [await subscriber(starter), await subscriber(scale), await subscriber()]
  const old = await quoted(up, scale)
  await change(kept, await quoted(kept, starter))
  const payments = [await renewalToBePaid(up), await renewalToBePaid(down), await renewalToBePaid(kept)]
  const message = 'Your renewal is being paid. Please try again in an hour.'
  const refused = { status: 409, body: { message } }
  expect(await quoteCall(up, scale)).toMatchObject(refused)
  expect(await change(up, old)).toMatchObject(refused)
  expect(await quoteCall(down, starter)).toMatchObject(refused)
  expect(await quoteCall(kept, growth)).toMatchObject(refused)
  expect(await reasonsOf(up)).toEqual(['FIRST'])
  for (const pay of payments) await pay()
  expect(await change(up, await quoted(up, scale))).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(await reasonsOf(up)).toEqual(['FIRST', 'RENEWAL', 'CHANGE'])
  expect(await quoteCall(down, starter)).toMatchObject({ status: 200, body: { kind: 'DOWNGRADE' } })
})

test('a month that was paid back was paid', async () => {
  const buyer = await subscriber(starter)
  await portal.db
    .updateTable('paymentTransactions')
    .set({ status: 'REFUNDED' })
    .where('userId', '=', buyer.id)
    .execute()
  expect(await quoteCall(buyer, scale)).toMatchObject({ status: 200 })
})

test('a month whose dispute was won counts as it was bought: by itself it gives no credits back', async () => {
  const buyer = await subscriber()
  const invoice = [...fake.invoices.values()].find(({ subscriptionId }) => subscriptionId === buyer.subscriptionId)
  for (const became of [
    { status: 'REFUNDED', wentBack: 14_900, dispute: 'TAKEN' },
    { status: 'PAID', wentBack: undefined, dispute: 'WON' },
  ] as const) {
    Object.assign(invoice ?? {}, became)
    await syncSubscription(services, buyer.subscriptionId)
  }
  expect(await quoted(buyer, scale)).toMatchObject({ credit: { amount: 14_900 }, creditsGrantedNow: 12_000 })
})

test('a change that was made, and not heard of, voids an older quote however late', async () => {
  const buyer = await subscriber()
  const [up, down] = [await quoted(buyer, scale), await quoted(buyer, starter)]
  fake.trouble.after = 'changePlan'
  expect(await change(buyer, down)).toMatchObject({ status: 503 })
  fake.trouble.after = undefined
  await beginsAndDies(down.quoteId, 6)
  expect(await change(buyer, up)).toMatchObject({ status: 409 })
  expect(await reasonsOf(buyer)).toEqual(['FIRST'])
  expect(await change(buyer, down)).toMatchObject({ status: 200, body: { next: { planName: 'Starter' } } })
})

test('a change blocks others until a look tells that it was not made, which frees its coupon', async () => {
  const buyer = await subscriber(starter)
  const code = await coupon(portal)
  const [lost, other] = [await quoted(buyer, growth, code), await quoted(buyer, scale)]
  fake.provider.changePlan = () => Promise.reject(appError('UNAVAILABLE', 'The line was cut.'))
  expect(await change(buyer, lost)).toMatchObject({ status: 503 })
  fake.provider.changePlan = changePlan
  expect(await usesOf(portal, code)).toEqual(['RESERVED'])
  expect(await change(buyer, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another') },
  })
  await beginsAndDies(lost.quoteId, 6)
  expect(await change(buyer, other)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(await usesOf(portal, code)).toEqual(['RELEASED'])
  expect(await startOf(lost.quoteId)).toEqual({ startedAt: null, appliedAt: null, attempt: null })
})

test('each try of a quote counts from its own beginning', async () => {
  const buyer = await subscriber(starter)
  const [first, other] = [await quoted(buyer, growth), await quoted(buyer, scale)]
  await beginsAndDies(first.quoteId, 6)
  let reply: Awaited<ReturnType<typeof change>> | undefined
  meanwhile(async () => {
    reply = await change(buyer, other)
  })
  expect(await change(buyer, first)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
  expect(reply).toMatchObject({ status: 409 })
  expect(await reasonsOf(buyer)).toEqual(['FIRST', 'CHANGE'])
})

test('of two who try a quote at once one does, and only they give its coupon back', async () => {
  const buyer = await subscriber(starter)
  const code = await coupon(portal, { maxRedemptions: 1 })
  const quote = await quoted(buyer, growth, code)
  let second: Awaited<ReturnType<typeof change>> | undefined
  meanwhile(async () => {
    second = await change(buyer, quote)
    fake.trouble.declined = 'Your card was declined.'
  })
  expect(await change(buyer, quote)).toMatchObject({ status: 422 })
  fake.trouble.declined = undefined
  expect(second).toMatchObject({ status: 409, body: { message: expect.stringContaining('under way already') } })
  const stranger = await user(portal)
  const { sessionId } = await begin(stranger, { packId: smallPack, couponCode: code })
  fake.pay(`cs_${sessionId}`)
  await stateOf(stranger, sessionId)
  expect(await change(buyer, quote)).toMatchObject({ status: 422, body: { message: 'This coupon has been used up.' } })
  expect((await usesOf(portal, code)).filter((use) => use === 'REDEEMED')).toHaveLength(1)
  expect(await reasonsOf(buyer)).toEqual(['FIRST'])
})

test('whatever the provider answers but that it is out of reach is a refusal, which frees the quote', async () => {
  const buyer = await subscriber(starter)
  const [quote, other] = [await quoted(buyer, growth), await quoted(buyer, scale)]
  fake.provider.changePlan = () => Promise.reject(appError('NOT_FOUND', 'It does not know this.'))
  expect(await change(buyer, quote)).toMatchObject({ status: 404 })
  fake.provider.changePlan = changePlan
  expect(await startOf(quote.quoteId)).toMatchObject({ startedAt: null, attempt: null })
  expect(await change(buyer, other)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
})

test('a subscription is not cancelled while its plan is being changed, which would undo it', async () => {
  const buyer = await subscriber(starter)
  const quote = await quoted(buyer, growth)
  let cancelled: Awaited<ReturnType<typeof cancel>> | undefined
  meanwhile(async () => {
    cancelled = await cancel(buyer)
  })
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
  expect(cancelled).toMatchObject({ status: 409, body: { message: expect.stringContaining('under way') } })
  expect(await cancel(buyer)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } })
})

test('a cancellation that comes through once a change has begun stands, and the change is refused', async () => {
  const buyer = await subscriber(starter)
  const quote = await quoted(buyer, growth)
  meanwhile(() => setCancelAtPeriodEnd(buyer.subscriptionId, true))
  expect(await change(buyer, quote)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('quoted') },
  })
  await syncSubscription(services, buyer.subscriptionId)
  expect(await infoOf(buyer)).toMatchObject({ plan: { name: 'Starter' }, subscription: { cancelAtPeriodEnd: true } })
  expect(await reasonsOf(buyer)).toEqual(['FIRST'])
})

test('a cancellation is in the audit log, whoever hears of it first', async () => {
  const buyer = await subscriber()
  fake.provider.setCancelAtPeriodEnd = async (id, cancels) => {
    await setCancelAtPeriodEnd(id, cancels)
    await syncSubscription(services, id)
  }
  expect(await cancel(buyer)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true } })
  const rows = portal.db.selectFrom('auditLog').select('action').where('actorId', '=', buyer.id)
  expect((await rows.execute()).filter(({ action }) => action === 'subscription.cancel_requested')).toHaveLength(1)
})

test('an applied quote has the same answer in the last minute of the month, and after the end', async () => {
  const buyer = await subscriber(starter)
  const quote = await quoted(buyer, growth)
  const { body: applied } = await change(buyer, quote)
  const end = new Date(applied.currentPeriodEnd).getTime()
  fake.advance(end - 30_000 - fake.now().getTime())
  expect(await change(buyer, quote)).toEqual(expect.objectContaining({ status: 200, body: applied }))
  expect(await creditsOf(buyer)).toBe(4000)
  fake.end(buyer.subscriptionId)
  await syncSubscription(services, buyer.subscriptionId)
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { id: applied.id, status: 'INACTIVE' } })
})
