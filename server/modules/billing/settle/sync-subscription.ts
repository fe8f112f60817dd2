import { appError } from '../../../platform/errors.ts'
import { findUser } from '../../identity/index.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import { findCustomerAt, takeNumber } from '../customers.queries.ts'
import type { ProviderInvoice, ProviderSubscription } from '../provider.ts'
import { findLiveSubscription, findOtherLive, findRecorded } from '../subscriptions.queries.ts'
import { closePlanPages } from './close-pages.ts'
import { type Owed, recordSubscription } from './record-subscription.ts'
import { inRecording } from './recording.ts'
import { isSettled, type Look } from './subscription-state-rules.ts'

/** Records what a subscription of the provider is now, with every payment for it. */
export async function syncSubscription(services: BillingServices, id: string, known?: ProviderInvoice): Promise<void> {
  const look = await lookAt(services, id, known)
  await forgiveUnpaid(services, look)
  await refreshOther(services, look)
  const owed = await record(services, look)
  if (await payBack(services, look, owed)) await record(services, await lookAt(services, id, known))
  if (await closeOthers(services, look)) await record(services, await lookAt(services, id, known))
}

/** Records an invoice with all of its subscription, since what lapses at a renewal depends on what came before. */
export async function syncInvoice(services: BillingServices, id: string): Promise<void> {
  const invoice = await providerOf(services).invoice(id)
  await syncSubscription(services, invoice.subscriptionId, invoice)
}

/**
 * An answer may come late, after a later one is recorded. Whoever took a higher number asked after this one's was
 * taken, and so knows of everything that made this one ask: an answer with a lower number than the recorded one is
 * dropped. UNAVAILABLE while the provider is still about to begin what is paid for.
 */
async function lookAt(services: BillingServices, id: string, known?: ProviderInvoice): Promise<Look> {
  const provider = providerOf(services)
  const number = await takeNumber(services.db)
  // The invoices first: a subscription that is not paid for yet must not be taken for the state of one that is.
  const listed = await provider.invoicesOf(id)
  const isListed = listed.some((invoice) => invoice.id === known?.id)
  const invoices = known && !isListed ? [...listed, await provider.invoice(known.id)] : listed
  const subscription = await provider.subscription(id)
  refuseHalfMade(subscription, invoices)
  const card = await provider.paymentMethod(subscription.customerId)
  return { number, now: await provider.now(), subscription, invoices, card }
}

/** Recorded as it is, it would be over before it began: what has ended has ended. */
function refuseHalfMade({ status, endedAt }: ProviderSubscription, invoices: readonly ProviderInvoice[]) {
  if (status === 'INACTIVE' && !endedAt && invoices.some(isSettled))
    throw appError('UNAVAILABLE', 'Your payment was made, and your subscription begins in a moment. Please try again.')
}

/**
 * Nobody is to pay for a second subscription beside a live one, nor for the next month of an account not in use.
 * True where the subscription may have ended by that.
 */
async function closeOthers(services: BillingServices, { subscription }: Look): Promise<boolean> {
  const provider = providerOf(services)
  const customer = await findCustomerAt(services.db, provider.name, subscription.customerId)
  const live = customer && (await findLiveSubscription(services, customer.userId))
  if (live?.providerId !== subscription.id) return false
  await closePlanPages(services, live.userId)
  if ((await findUser(services.db, live.userId))?.isActive) return false
  const isUnpaid = live.status === 'PAST_DUE'
  if (isUnpaid) await provider.endSubscription(subscription.id, { ifUnpaid: true })
  else if (!subscription.cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(subscription.id, true)
  return isUnpaid
}

/** What is unpaid of a subscription that has ended is no longer asked for: before its end is recorded. */
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
 * Recorded as owed before, it is done by the next event should this process die meanwhile; done twice, the provider
 * does it once.
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
