import { newId } from '../../../platform/ids.ts'
import { rounds } from '../../../test/rounds.ts'
import { billingTasks } from '../billing.jobs.ts'
import type { ProviderEvent } from '../provider.ts'
import { applyEventJob, receiveEvent } from '../receive-event.ts'
import { type Buyer, day, growth, open, quoted, type Settling, scale } from './settle.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

export type Told = ProviderEvent['object']

const told = (kind: Told['kind'], id: string): Told => ({ kind, id })

/** A coupon of 50 credits on top, reserved for a purchase. */
async function reserve({ db }: Settling, userId: string, purchaseId: string): Promise<void> {
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
 * What happens to a customer from the first payment to the last refund, one thing after another. Each step gives what
 * the provider tells of it.
 */
export async function lifeOf(given: Settling, who: Buyer, { upgrades }: { upgrades: boolean }) {
  const { fake, services } = given
  const subscription = await open(given, who, { plan: growth })
  const pack = await open(
    given,
    who,
    { pack: { credits: 500, price: 3500 } },
    { bonusCredits: 50, couponCode: 'FIFTY' },
  )
  await reserve(given, who.userId, pack.checkoutId)
  const session = (id: string) => fake.provider.checkout(id)
  const id = async () => (await session(subscription.sessionId)).subscriptionId ?? ''
  const ofSubscription = async (invoiceId: string) => [told('INVOICE', invoiceId), told('SUBSCRIPTION', await id())]
  let unpaid = ''
  return [
    async function subscribes() {
      fake.pay(subscription.sessionId)
      const { invoiceId = '' } = await session(subscription.sessionId)
      return [told('CHECKOUT', subscription.sessionId), ...(await ofSubscription(invoiceId))]
    },
    async function buysPack() {
      fake.pay(pack.sessionId)
      const { paymentId = '' } = await session(pack.sessionId)
      return [told('CHECKOUT', pack.sessionId), told('PAYMENT', paymentId)]
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
      // A quote is asked for on a page that shows the subscription as it is.
      await syncSubscription(services, await id())
      const change = await quoted(given, who.userId, await id(), scale, 12_000)
      const { invoiceId = '' } = await fake.provider.changePlan(change)
      return ofSubscription(invoiceId)
    },
    async function getsPackRefunded() {
      const { paymentId = '' } = await session(pack.sessionId)
      await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
      return [told('PAYMENT', paymentId)]
    },
    async function cancels() {
      await fake.provider.setCancelAtPeriodEnd(await id(), true)
      return [told('SUBSCRIPTION', await id())]
    },
    async function ends() {
      fake.end(await id())
      return [told('SUBSCRIPTION', await id())]
    },
  ]
}

/** Delivers an event several times at once, then has as many workers apply it at once. */
export async function deliverOften({ services }: Settling, { customerId }: Buyer, object: Told): Promise<void> {
  const event = { id: `evt_${newId()}`, type: 'it.changed', at: new Date(), object, customerId }
  const text = JSON.stringify(event)
  const header = (name: string) => (name === 'fake-signature' ? 'right' : undefined)
  const times = Array.from({ length: rounds(3, 10) })
  await Promise.all(times.map(() => receiveEvent(services, { text, header })))
  const apply = billingTasks(services)[applyEventJob]
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  await Promise.all(times.map(() => apply?.({ provider: 'SANDBOX', id: event.id }, run)))
}
