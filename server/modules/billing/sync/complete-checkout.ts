import { isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import {
  endCheckout,
  findCheckout,
  isUuid,
  listOpenCheckouts,
  listOverdueCheckouts,
  type OpenCheckout,
  type OpenCheckoutFilter,
  saveProviderId,
} from '../checkout/checkouts.queries.ts'
import {
  findCustomerByProviderId,
  lockCustomerByProviderId,
  nextSyncNumber,
  savePaymentMethod,
} from '../checkout/customers.queries.ts'
import type { ProviderCheckout } from '../provider/provider.ts'
import { findLiveSubscription } from '../subscription/subscriptions.queries.ts'
import { endUnpaidCheckout, expireOpenCheckout } from './expire-checkouts.ts'
import { recordFreePack, syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Records the provider's state of a checkout, and what it paid for. */
export async function completeCheckout(services: BillingServices, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(services.db, checkoutId)
  // Without a provider id, the user was never sent to the payment page.
  if (!checkout?.providerId) return
  if (checkout.source === 'AUTO_TOP_UP') return syncPayment(services, checkout.providerId)
  await syncCheckoutSession(services, checkout.providerId)
}

export async function syncCheckoutSession(services: BillingServices, sessionId: string): Promise<void> {
  const { db, log } = services
  const session = await requireProvider(services).checkout(sessionId)
  const checkout = isUuid(session.checkoutId) ? await findCheckout(db, session.checkoutId) : undefined
  if (!checkout) return log.warn({ session: session.id }, 'a purchase of nobody we know was left alone')
  // For a checkout whose process died after calling the provider.
  await saveProviderId(db, checkout.id, session.id)
  if (session.status === 'EXPIRED') await endUnpaidCheckout(services, checkout.id, 'EXPIRED')
  if (session.status === 'PAID') await syncPurchase(services, session)
}

function syncPurchase(services: BillingServices, session: ProviderCheckout): Promise<void> | undefined {
  if (session.kind === 'PAYMENT_METHOD') return syncCardChange(services, session)
  if (session.kind === 'PACK')
    return session.paymentId ? syncPayment(services, session.paymentId) : recordFreePack(services, session)
  return session.subscriptionId ? syncSubscription(services, session.subscriptionId) : undefined
}

/** Uses the new card for renewals from now on, and retries what is unpaid with it. */
async function syncCardChange(services: BillingServices, session: ProviderCheckout): Promise<void> {
  const { db } = services
  const provider = requireProvider(services)
  await provider.takePaymentMethod(session.id)
  const sequence = await nextSyncNumber(db)
  const card = await provider.paymentMethod(session.customerId)
  await inTransaction(services, async (tx) => {
    const customer = await lockCustomerByProviderId(tx.db, provider.name, session.customerId)
    if (!customer) return
    await savePaymentMethod(tx.db, { userId: customer.userId, provider: provider.name, sequence, card })
    await endCheckout(tx.db, session.checkoutId, 'PAID', tx.clock.now())
  })
  const customer = await findCustomerByProviderId(db, provider.name, session.customerId)
  const live = customer && (await findLiveSubscription(services, customer.userId))
  if (live) await syncSubscription(services, live.providerId)
}

/** Expires a user's unpaid checkouts, whose coupons would otherwise be in use for the next purchase. */
export async function expireUnpaidCheckouts(
  services: BillingServices,
  userId: string,
  which?: OpenCheckoutFilter,
): Promise<void> {
  for (const checkout of await listOpenCheckouts(services.db, userId, which))
    await expireOpenCheckout(services, checkout, completeCheckout)
}

const batchSize = 100

/** One failure does not stop the others. */
export async function expireOverdueCheckouts(services: BillingServices): Promise<void> {
  const { db, clock, provider } = services
  if (!provider) return
  const now = clock.now()
  let page: Awaited<ReturnType<typeof listOverdueCheckouts>> = []
  do {
    page = await listOverdueCheckouts(db, { provider: provider.name, now, after: page.at(-1), limit: batchSize })
    for (const overdue of page) if ((await expireOrLog(services, overdue)) === 'UNAVAILABLE') return
  } while (page.length === batchSize)
}

async function expireOrLog(services: BillingServices, overdue: OpenCheckout) {
  try {
    await expireOpenCheckout(services, overdue, completeCheckout)
    return undefined
  } catch (error) {
    services.log.warn({ err: error, checkoutId: overdue.id }, 'a purchase could not be closed')
    return isAppError(error) ? error.code : 'INTERNAL'
  }
}
