import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits, settleHold } from '../../credits/index.ts'
import { buyer, day, growth, paid, recordOf, settling } from './settle.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { db, fake, services } = given

async function subscriber() {
  const who = await buyer(given)
  return { ...who, ...(await subscribe(who)) }
}

async function subscribe(who: Awaited<ReturnType<typeof buyer>>) {
  const bought = await paid(given, who, { plan: growth })
  await syncSubscription(services, bought.subscriptionId)
  return bought
}

/** Pays the first month back at the provider. */
async function refund({ invoiceId }: { invoiceId: string }) {
  const { paymentRef = '', amount } = await fake.provider.invoice(invoiceId)
  await fake.provider.refund({ transactionId: 'elsewhere', paymentRef, amount })
}

/** Spends a whole month of credits on an order. */
const spend = (userId: string) =>
  db.transaction().execute(async (inside) => {
    const orderId = newId()
    await holdCredits(inside, { userId, orderId, amount: growth.credits })
    const spent = { orderId, capture: growth.credits, actor: 'system', reason: 'Spent in a test', at: new Date() }
    await settleHold(inside, spent)
  })

const creditsOf = async (userId: string) => (await recordOf(given, userId)).sums.SUBSCRIPTION

test.each(['before', 'after'])(
  'a month that was spent and is refunded takes nothing of the next, heard of %s its renewal',
  async (heard) => {
    const who = await subscriber()
    await spend(who.userId)
    await refund(who)
    if (heard === 'before') await syncSubscription(services, who.subscriptionId)
    fake.advance(31 * day)
    fake.renew(who.subscriptionId)
    await syncSubscription(services, who.subscriptionId)
    expect(await creditsOf(who.userId)).toEqual({ available: 4000, held: 0 })
    expect((await recordOf(given, who.userId)).payments).toMatchObject([{ status: 'REFUNDED' }, { status: 'PAID' }])
  },
)

test('a month whose credits lapsed with its subscription takes none of another subscription', async () => {
  const old = await subscriber()
  fake.advance(31 * day)
  fake.end(old.subscriptionId)
  await syncSubscription(services, old.subscriptionId)
  await subscribe(old)
  await refund(old)
  await syncSubscription(services, old.subscriptionId)
  expect(await creditsOf(old.userId)).toEqual({ available: 4000, held: 0 })
})

test.each(['before', 'after'])(
  'a month that was not spent goes back whole, and the next stays whole, heard of %s its renewal',
  async (heard) => {
    const who = await subscriber()
    await refund(who)
    if (heard === 'before') await syncSubscription(services, who.subscriptionId)
    fake.advance(31 * day)
    fake.renew(who.subscriptionId)
    await syncSubscription(services, who.subscriptionId)
    expect(await creditsOf(who.userId)).toEqual({ available: 4000, held: 0 })
  },
)
