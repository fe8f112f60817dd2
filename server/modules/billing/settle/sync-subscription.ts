import type { BillingServices } from '../billing-context.ts'
import { providerOf } from '../billing-context.ts'
import type { ProviderInvoice } from '../provider.ts'
import { closePlanPages } from './close-plan-pages.ts'
import { type Look, lookAt } from './look-at-subscription.ts'
import { type Owed, recordSubscription } from './record-subscription.ts'
import { inRecording } from './recording.ts'
import { findCustomerAt, isInUse } from './settle.queries.ts'
import { findLive, findOtherLive, findRecorded } from './subscription-rows.queries.ts'

/** Records what a subscription of the provider is now, with every payment for it. */
export async function syncSubscription(services: BillingServices, id: string, known?: ProviderInvoice): Promise<void> {
  const look = await lookAt(services, id, known)
  await forgiveUnpaid(services, look)
  await refreshOther(services, look)
  const owed = await record(services, look)
  if (await payBack(services, look, owed)) await record(services, await lookAt(services, id, known))
  if (await closeOthers(services, look)) await record(services, await lookAt(services, id, known))
}

/**
 * Nobody is to pay for a second subscription beside a live one, nor for the next month of an account not in use, which
 * ends the one whose month has begun unpaid. Says whether it may have ended that way.
 */
async function closeOthers(services: BillingServices, { subscription }: Look): Promise<boolean> {
  const { db } = services
  const { name } = providerOf(services)
  const customer = await findCustomerAt(db, name, subscription.customerId)
  const live = customer && (await findLive(db, customer.userId, name))
  if (live?.providerId !== subscription.id) return false
  await closePlanPages(services, live.userId)
  if (await isInUse(db, live.userId)) return false
  const isUnpaid = live.status === 'PAST_DUE'
  if (isUnpaid) await providerOf(services).endSubscription(subscription.id, { ifUnpaid: true })
  else if (!subscription.cancelAtPeriodEnd) await providerOf(services).setCancelAtPeriodEnd(subscription.id, true)
  return isUnpaid
}

/**
 * What is unpaid of a subscription that has ended is no longer asked for. Before its end is recorded, so that it is
 * done.
 */
async function forgiveUnpaid(services: BillingServices, { subscription, invoices }: Look): Promise<void> {
  const isUnpaid = invoices.some(({ status }) => status === 'OPEN' || status === 'FAILED')
  if (subscription.endedAt && isUnpaid) await providerOf(services).endSubscription(subscription.id)
}

const record = (services: BillingServices, look: Look): Promise<Owed> =>
  inRecording(services, (inside) => recordSubscription(inside, look))

/** Before a new subscription is taken for one too many, the other is looked at: it may have ended by now. */
async function refreshOther(services: BillingServices, { subscription }: Look) {
  const { db } = services
  const { name } = providerOf(services)
  const customer = await findCustomerAt(db, name, subscription.customerId)
  if (!customer || (await findRecorded(db, name, subscription.id))) return
  const other = await findOtherLive(db, { userId: customer.userId, provider: name, providerId: subscription.id })
  if (other) await syncSubscription(services, other.providerId)
}

/**
 * Pays back what is owed, and ends a subscription that is over here, as one too many is. Recorded as owed before, it is
 * done by the next event should this process die meanwhile; done twice, the provider does it once.
 */
async function payBack(services: BillingServices, { subscription }: Look, { isOver, payments }: Owed) {
  const provider = providerOf(services)
  const isLive = isOver && subscription.status !== 'INACTIVE'
  if (isLive) await provider.endSubscription(subscription.id)
  for (const { id: transactionId, paymentRef, amount } of payments) {
    if (paymentRef) await provider.refund({ transactionId, paymentRef, amount })
    else services.log.error({ transactionId }, 'a payment that is owed names nothing to pay back')
  }
  return isLive || payments.length > 0
}
