import { newId } from '../../../platform/util/ids.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { billingTasks } from '../billing.jobs.ts'
import { applyEventJob, receiveEvent } from '../events/receive-event.ts'
import type { ProviderEvent } from '../provider/provider.ts'
import {
  type BillingTestContext,
  type Buyer,
  day,
  growth,
  insertTestQuote,
  openTestCheckout,
  scale,
} from './sync.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

export type ProviderObject = ProviderEvent['object']

const toProviderObject = (kind: ProviderObject['kind'], id: string): ProviderObject => ({ kind, id })

/** Creates a coupon of 50 bonus credits, reserved for a purchase. */
async function reserveTestCoupon({ db }: BillingTestContext, userId: string, purchaseId: string): Promise<void> {
  const [couponId, now] = [newId(), new Date()]
  const terms = { kind: 'CREDITS', value: 50, appliesTo: 'PACK', createdAt: now }
  await db
    .insertInto('coupons')
    .values({ ...terms, id: couponId, code: couponId.toUpperCase() })
    .execute()
  await db
    .insertInto('couponRedemptions')
    .values({
      ...{ id: newId(), couponId, userId, purchaseId, purchase: 'PACK', status: 'RESERVED', discount: 0, credits: 50 },
      ...{ reservedUntil: now, createdAt: now },
    })
    .execute()
}

/**
 * The lifecycle of a customer, from the first payment to the last refund. Each step returns the objects of its events.
 */
export async function buildCustomerLifecycle(
  context: BillingTestContext,
  buyer: Buyer,
  { upgrades }: { upgrades: boolean },
) {
  const { fake, services } = context
  const subscription = await openTestCheckout(context, buyer, { plan: growth })
  const pack = await openTestCheckout(
    context,
    buyer,
    { pack: { credits: 500, price: 3500 } },
    { bonusCredits: 50, couponCode: 'FIFTY' },
  )
  await reserveTestCoupon(context, buyer.userId, pack.checkoutId)
  const session = (id: string) => fake.provider.checkout(id)
  const id = async () => (await session(subscription.sessionId)).subscriptionId ?? ''
  const ofSubscription = async (invoiceId: string) => [
    toProviderObject('INVOICE', invoiceId),
    toProviderObject('SUBSCRIPTION', await id()),
  ]
  let unpaid = ''
  return [
    async function subscribes() {
      fake.pay(subscription.sessionId)
      const { invoiceId = '' } = await session(subscription.sessionId)
      return [toProviderObject('CHECKOUT', subscription.sessionId), ...(await ofSubscription(invoiceId))]
    },
    async function buysPack() {
      fake.pay(pack.sessionId)
      const { paymentId = '' } = await session(pack.sessionId)
      return [toProviderObject('CHECKOUT', pack.sessionId), toProviderObject('PAYMENT', paymentId)]
    },
    async function renews() {
      fake.advance(31 * day)
      return ofSubscription(fake.renew(await id()).id)
    },
    async function failsToRenew() {
      fake.advance(31 * day)
      unpaid = fake.renew(await id(), 'FAILED').id
      return ofSubscription(unpaid)
    },
    async function paysAfterAll() {
      Object.assign(fake.invoices.get(unpaid) ?? {}, { status: 'PAID', paymentRef: `pi_${unpaid}` })
      Object.assign(fake.subscriptions.get(await id()) ?? {}, { status: 'ACTIVE' })
      return ofSubscription(unpaid)
    },
    async function upgradesPlan() {
      if (!upgrades) return []
      fake.advance(day)
      // A preview is requested on a page that shows the current subscription.
      await syncSubscription(services, await id())
      const change = await insertTestQuote(context, buyer.userId, await id(), scale, 12_000)
      const { invoiceId = '' } = await fake.provider.changePlan(change)
      return ofSubscription(invoiceId)
    },
    async function getsPackRefunded() {
      const { paymentId = '' } = await session(pack.sessionId)
      await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
      return [toProviderObject('PAYMENT', paymentId)]
    },
    async function cancels() {
      await fake.provider.setCancelAtPeriodEnd(await id(), true)
      return [toProviderObject('SUBSCRIPTION', await id())]
    },
    async function ends() {
      fake.end(await id())
      return [toProviderObject('SUBSCRIPTION', await id())]
    },
  ]
}

/** Delivers an event several times at once, then has as many workers apply it at once. */
export async function deliverRepeatedly(
  { services }: BillingTestContext,
  { customerId }: Buyer,
  object: ProviderObject,
): Promise<void> {
  const event = { id: `evt_${newId()}`, type: 'it.changed', at: new Date(), object, customerId }
  const text = JSON.stringify(event)
  const header = (name: string) => (name === 'fake-signature' ? 'right' : undefined)
  const times = Array.from({ length: scaleForTorture(3, 10) })
  await Promise.all(times.map(() => receiveEvent(services, { text, header })))
  const apply = billingTasks(services)[applyEventJob]
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  await Promise.all(times.map(() => apply?.({ provider: 'SANDBOX', id: event.id }, run)))
}
