import { appError } from '../../../platform/errors/app-error.ts'
import { findUser } from '../../identity/index.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import { findCustomerByProviderId, nextSyncNumber } from '../checkout/customers.queries.ts'
import { listRecordedRefunds } from '../payments/refunds.queries.ts'
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.ts'
import {
  findLiveSubscription,
  findOtherLiveSubscription,
  findSubscriptionByProviderId,
} from '../subscription/subscriptions.queries.ts'
import { expirePlanCheckouts } from './expire-checkouts.ts'
import { type RefundDue, recordSubscription } from './record-subscription.ts'
import { inRecordingTransaction } from './recording-transaction.ts'
import { type SubscriptionSnapshot, wasPaid } from './subscription-state-rules.ts'

/** Records the provider's current state of a subscription, with every payment for it. */
export async function syncSubscription(
  services: BillingServices,
  id: string,
  fetched?: ProviderInvoice,
): Promise<void> {
  const snapshot = await fetchSubscriptionSnapshot(services, id, fetched)
  await voidUnpaidInvoices(services, snapshot)
  await syncOtherSubscription(services, snapshot)
  const due = await recordSnapshot(services, snapshot)
  if (await payRefundDue(services, snapshot, due))
    await recordSnapshot(services, await fetchSubscriptionSnapshot(services, id, fetched))
  if (await preventFurtherCharges(services, snapshot))
    await recordSnapshot(services, await fetchSubscriptionSnapshot(services, id, fetched))
}

/**
 * Records an invoice together with its whole subscription, because what expires at a renewal depends on what came
 * before.
 */
export async function syncInvoice(services: BillingServices, id: string): Promise<void> {
  const invoice = await requireProvider(services).invoice(id)
  await syncSubscription(services, invoice.subscriptionId, invoice)
}

/**
 * A response may arrive after a later one was recorded. A call with a higher number started after this number was
 * taken, and so has seen everything that triggered this one: a response with a lower number than the recorded one is
 * dropped. Throws UNAVAILABLE while the provider is still starting what was paid for.
 */
async function fetchSubscriptionSnapshot(
  services: BillingServices,
  id: string,
  fetched?: ProviderInvoice,
): Promise<SubscriptionSnapshot> {
  const provider = requireProvider(services)
  const number = await nextSyncNumber(services.db)
  const refundedBefore = await listRecordedRefunds(services.db, provider.name, { subscription: id })
  // Fetch the invoices first: an unpaid subscription's state must not be taken for that of a paid one.
  const listed = await provider.listInvoices(id)
  const isListed = listed.some((invoice) => invoice.id === fetched?.id)
  const invoices = fetched && !isListed ? [...listed, await provider.invoice(fetched.id)] : listed
  const subscription = await provider.subscription(id)
  assertFullyStarted(subscription, invoices)
  const card = await provider.paymentMethod(subscription.customerId)
  return { number, now: await provider.now(), subscription, invoices, refundedBefore, card }
}

/** Recorded now, it would end before it began, and an ended subscription stays ended. */
function assertFullyStarted({ status, endedAt }: ProviderSubscription, invoices: readonly ProviderInvoice[]) {
  if (status === 'INACTIVE' && !endedAt && invoices.some(wasPaid))
    throw appError('UNAVAILABLE', 'Your payment succeeded, and your subscription starts in a moment. Please try again.')
}

/**
 * Prevents payment for a second subscription alongside a live one, and for the next month of an inactive account.
 * Returns true if the subscription may have ended by that.
 */
async function preventFurtherCharges(
  services: BillingServices,
  { subscription }: SubscriptionSnapshot,
): Promise<boolean> {
  const provider = requireProvider(services)
  const customer = await findCustomerByProviderId(services.db, provider.name, subscription.customerId)
  const live = customer && (await findLiveSubscription(services, customer.userId))
  if (live?.providerId !== subscription.id) return false
  await expirePlanCheckouts(services, live.userId)
  if ((await findUser(services.db, live.userId))?.isActive) return false
  const isUnpaid = live.status === 'PAST_DUE'
  if (isUnpaid) await provider.endSubscription(subscription.id, { ifUnpaid: true })
  else if (!subscription.cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(subscription.id, true)
  return isUnpaid
}

/** Voids what is unpaid of an ended subscription, before its end is recorded. */
async function voidUnpaidInvoices(
  services: BillingServices,
  { subscription, invoices }: SubscriptionSnapshot,
): Promise<void> {
  const isUnpaid = invoices.some(({ status }) => status === 'OPEN' || status === 'FAILED')
  if (subscription.endedAt && isUnpaid) await requireProvider(services).endSubscription(subscription.id)
}

const recordSnapshot = (services: BillingServices, snapshot: SubscriptionSnapshot): Promise<RefundDue> =>
  inRecordingTransaction(services, (tx) => recordSubscription(tx, snapshot))

/** Syncs the other subscription before a new one counts as a duplicate: it may have ended by now. */
async function syncOtherSubscription(services: BillingServices, { subscription }: SubscriptionSnapshot) {
  const { db } = services
  const { name } = requireProvider(services)
  const customer = await findCustomerByProviderId(db, name, subscription.customerId)
  if (!customer || (await findSubscriptionByProviderId(db, name, subscription.id))) return
  const other = await findOtherLiveSubscription(db, {
    userId: customer.userId,
    provider: name,
    providerId: subscription.id,
  })
  if (other) await syncSubscription(services, other.providerId)
}

/** Already recorded as due, so the next event completes it if this process dies; a repeated call refunds once. */
async function payRefundDue(
  services: BillingServices,
  { subscription }: SubscriptionSnapshot,
  { isOver, payments }: RefundDue,
) {
  const provider = requireProvider(services)
  const isLive = isOver && subscription.status !== 'INACTIVE'
  if (isLive) await provider.endSubscription(subscription.id)
  for (const { id: transactionId, paymentRef, amount } of payments) {
    if (paymentRef) await provider.refund({ transactionId, paymentRef, amount })
    else services.log.error({ transactionId }, 'a payment that is owed names nothing to pay back')
  }
  return isLive || payments.length > 0
}
