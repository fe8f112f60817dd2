import { billing } from '@dooryard/contract/billing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { rounds } from '../../../test/rounds.ts'
import { entriesOf, sumsInAccount, sumsOfEntries } from '../../credits/ledger.fixture.ts'
import { applyEventJob, paymentEventTasks } from '../payment-events.job.ts'
import { receiveEvent } from '../receive-event.ts'
import { advance, cardThat, payWith } from '../sandbox/pay.fixture.ts'
import { eventsOf, providerIn } from '../sandbox/sandbox.fixture.ts'
import { growth, scale } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const pack = '00000000-0000-7000-8000-000000000201'
const servicesOf = () => ({ ...portal.services, ...portal.billing })

async function buys({ as }: TestUser, offer: { planId: string } | { packId: string }) {
  const { body } = await as.call(billing.checkout, { body: offer })
  expect((await payWith(portal, body.url)).status).toBe(200)
  return body.sessionId
}

async function changesCard({ as }: TestUser, does: Parameters<typeof cardThat>[0]) {
  const { body } = await as.call(billing.updatePaymentMethod)
  await payWith(portal, body.url, cardThat(does))
  await settleCheckout(servicesOf(), body.sessionId)
}

async function upgrades({ as }: TestUser) {
  const { body: quote } = await as.call(billing.quote, { body: { planId: scale.planId } })
  const change = { planId: scale.planId, quoteId: quote.quoteId }
  expect((await as.call(billing.changePlan, { body: change })).status).toBe(200)
}

async function getsPackRefunded(checkoutId: string) {
  const checkout = portal.db.selectFrom('checkouts').select('providerId').where('id', '=', checkoutId)
  const { providerId } = await checkout.executeTakeFirstOrThrow()
  const { paymentId = '' } = await providerIn(portal).checkout(providerId ?? '')
  await providerIn(portal).refund({ transactionId: checkoutId, paymentRef: paymentId, amount: 3500 })
}

/** From the first payment to the end. No event is delivered meanwhile. */
async function live(somebody: TestUser) {
  const subscribed = await buys(somebody, { planId: growth.planId })
  const bought = await buys(somebody, { packId: pack })
  await advance(portal, 31)
  await changesCard(somebody, 'FAILS_AT_RENEWAL')
  await advance(portal, 31)
  await changesCard(somebody, 'SUCCEEDS')
  // A quote is asked for on a page that shows the subscription as it is.
  await settleCheckout(servicesOf(), subscribed)
  await upgrades(somebody)
  await getsPackRefunded(bought)
  expect((await somebody.as.call(billing.cancel, { body: {} })).status).toBe(200)
  await advance(portal, 31)
}

/** Told ten times at once, and applied by ten workers at once. */
async function deliverTenTimes(event: Awaited<ReturnType<typeof eventsOf>>[number]) {
  const services = { ...servicesOf(), provider: { ...providerIn(portal), readEvent: async () => event } }
  const ten = Array.from({ length: 10 })
  await Promise.all(ten.map(() => receiveEvent(services, { text: '', header: () => undefined })))
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  const apply = paymentEventTasks(services)[applyEventJob]
  await Promise.all(ten.map(() => apply?.({ provider: 'SANDBOX', id: event.id }, run)))
}

const customerOf = async (userId: string) => {
  const row = portal.db.selectFrom('billingCustomers').select('providerId').where('userId', '=', userId)
  return (await row.executeTakeFirstOrThrow()).providerId
}

test('a life in the sandbox, told ten times over and in any order, is recorded once', async () => {
  const tell = async (seed: number) => {
    const somebody = await user(portal)
    await live(somebody)
    const told = await eventsOf(portal, await customerOf(somebody.id))
    expect(told.length).toBeGreaterThan(15)
    const [shuffled] = fc.sample(fc.shuffledSubarray(told, { minLength: told.length }), { numRuns: 1, seed })
    for (const event of shuffled ?? []) await deliverTenTimes(event)
    const { body: history } = await somebody.as.call(billing.transactions, { body: {} })
    const payments = history.items.map(({ status, creditsGranted }) => [status, creditsGranted])
    expect(payments.sort()).toEqual([
      ['PAID', expect.any(Number)],
      ['PAID', 4000],
      ['PAID', 4000],
      ['PAID', 4000],
      ['REFUNDED', 500],
    ])
    const { body: info } = await somebody.as.call(billing.info)
    expect(info.subscription).toMatchObject({ planId: scale.planId, status: 'INACTIVE', endReason: 'CANCELLED' })
    expect(info.balance).toMatchObject({ subscriptionCredits: 0, onDemandCredits: 0 })
    expect(await sumsOfEntries(portal.db, somebody.id)).toEqual(await sumsInAccount(portal.db, somebody.id))
    const grants = (await entriesOf(portal.db, somebody.id)).filter(({ type }) => type === 'GRANT')
    expect(grants).toHaveLength(4)
  }
  await fc.assert(fc.asyncProperty(fc.nat(), tell), { numRuns: rounds(3, 50) })
}, 600_000)
