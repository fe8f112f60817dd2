import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { sumsInAccount } from '../../credits/ledger.fixture.ts'
import { endGrace } from '../end-grace.ts'
import { buyer, day, mailsTo, paid, scale, settling, starter } from './settle.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { db, fake, services } = given

const paymentsOf = (userId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(['reason', 'status', 'amount', 'creditsGranted', 'refundReason'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** A subscriber whose renewal failed, and which the provider has given up. */
async function givenUp({ isToldOf }: { isToldOf: boolean }) {
  const who = await buyer(given)
  const { subscriptionId } = await paid(given, who, { plan: starter })
  await syncSubscription(services, subscriptionId)
  const renewal = fake.renew(subscriptionId, 'FAILED')
  await syncSubscription(services, subscriptionId)
  fake.end(subscriptionId, 'PAYMENT_FAILED')
  if (isToldOf) await syncSubscription(services, subscriptionId)
  return { who, subscriptionId, renewal }
}

/** Somebody at the provider takes the money after all. */
const collect = (invoiceId: string) =>
  Object.assign(fake.invoices.get(invoiceId) ?? {}, {
    ...{ status: 'PAID', paymentRef: `pi_late_${invoiceId}`, paidAt: new Date(fake.now().getTime() + 1000) },
  })

test('with a subscription ends what is unpaid of it, before its end is recorded', async () => {
  const { subscriptionId, renewal } = await givenUp({ isToldOf: false })
  const { endSubscription } = fake.provider
  fake.provider.endSubscription = () => Promise.reject(new Error('cut off'))
  await expect(syncSubscription(services, subscriptionId)).rejects.toThrow('cut off')
  fake.provider.endSubscription = endSubscription
  const state = () => db.selectFrom('subscriptions').select('status').where('providerId', '=', subscriptionId).execute()
  expect(await state()).toEqual([{ status: 'PAST_DUE' }])
  fake.advance(8 * day)
  await endGrace(services)
  expect(await state()).toEqual([{ status: 'INACTIVE' }])
  expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'VOID' })
})

test.each([true, false])(
  'what is paid after the end gives nothing and is paid back; end told before: %s',
  async (isToldOf) => {
    const { who, subscriptionId, renewal } = await givenUp({ isToldOf })
    collect(renewal.id)
    await syncSubscription(services, subscriptionId)
    await syncSubscription(services, subscriptionId)
    expect(await paymentsOf(who.userId)).toMatchObject([
      { reason: 'FIRST', status: 'PAID', creditsGranted: 1000 },
      { reason: 'RENEWAL', status: 'REFUNDED', creditsGranted: 0, refundReason: 'The subscription had ended' },
    ])
    expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'REFUNDED' })
    expect(await sumsInAccount(db, who.userId)).toMatchObject({ SUBSCRIPTION: { available: 0 } })
    expect((await mailsTo(given, who.email)).filter((subject) => /refund|paid back/i.test(subject))).toHaveLength(1)
  },
)

test('the credits of a new subscription stay where an old invoice is paid', async () => {
  const { who, subscriptionId, renewal } = await givenUp({ isToldOf: true })
  const next = await paid(given, who, { plan: scale })
  await syncSubscription(services, next.subscriptionId)
  collect(renewal.id)
  await syncSubscription(services, subscriptionId)
  expect(await sumsInAccount(db, who.userId)).toMatchObject({ SUBSCRIPTION: { available: 16_000 } })
})
