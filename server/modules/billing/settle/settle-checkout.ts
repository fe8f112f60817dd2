import { isAppError } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import {
  endCheckout,
  findCheckout,
  isOurId,
  type OpenCheckout,
  type OpenCheckoutFilter,
  rememberProviderId,
  selectOpen,
  selectOverdue,
} from '../checkouts.queries.ts'
import { findCustomerAt, keepPaymentMethod, lockCustomerAt, takeNumber } from '../customers.queries.ts'
import type { ProviderCheckout } from '../provider.ts'
import { findLiveSubscription } from '../subscriptions.queries.ts'
import { closePage, endUnpaid } from './close-pages.ts'
import { recordFreePack, syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Records how a purchase of ours stands with the provider, and what was paid for by it. */
export async function settleCheckout(services: BillingServices, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(services.db, checkoutId)
  // Without an id of the provider nobody was sent to pay yet.
  if (!checkout?.providerId) return
  if (checkout.source === 'AUTO_TOP_UP') return syncPayment(services, checkout.providerId)
  await settleSession(services, checkout.providerId)
}

export async function settleSession(services: BillingServices, sessionId: string): Promise<void> {
  const { db, log } = services
  const session = await providerOf(services).checkout(sessionId)
  const checkout = isOurId(session.checkoutId) ? await findCheckout(db, session.checkoutId) : undefined
  if (!checkout) return log.warn({ session: session.id }, 'a purchase of nobody we know was left alone')
  // For a purchase whose process died after the provider was asked.
  await rememberProviderId(db, checkout.id, session.id)
  if (session.status === 'EXPIRED') await endUnpaid(services, checkout.id, 'EXPIRED')
  if (session.status === 'PAID') await take(services, session)
}

function take(services: BillingServices, session: ProviderCheckout): Promise<void> | undefined {
  if (session.kind === 'PAYMENT_METHOD') return takeCard(services, session)
  if (session.kind === 'PACK')
    return session.paymentId ? syncPayment(services, session.paymentId) : recordFreePack(services, session)
  return session.subscriptionId ? syncSubscription(services, session.subscriptionId) : undefined
}

/** Renewals are paid with the new card from now on, and what is unpaid is tried again with it. */
async function takeCard(services: BillingServices, session: ProviderCheckout): Promise<void> {
  const { db } = services
  const provider = providerOf(services)
  await provider.takePaymentMethod(session.id)
  const sequence = await takeNumber(db)
  const card = await provider.paymentMethod(session.customerId)
  await inTransaction(services, async (inside) => {
    const customer = await lockCustomerAt(inside.db, provider.name, session.customerId)
    if (!customer) return
    await keepPaymentMethod(inside.db, { userId: customer.userId, provider: provider.name, sequence, card })
    await endCheckout(inside.db, session.checkoutId, 'PAID', inside.clock.now())
  })
  const customer = await findCustomerAt(db, provider.name, session.customerId)
  const live = customer && (await findLiveSubscription(services, customer.userId))
  if (live) await syncSubscription(services, live.providerId)
}

/** Closes what a user left unpaid: whoever buys again would find their coupon in use by it. */
export async function closeLeft(services: BillingServices, userId: string, which?: OpenCheckoutFilter): Promise<void> {
  for (const left of await selectOpen(services.db, userId, which)) await closePage(services, left, settleCheckout)
}

const atOnce = 100

/** One that cannot be closed holds up no other. */
export async function expireCheckouts(services: BillingServices): Promise<void> {
  const { db, clock, provider } = services
  if (!provider) return
  const now = clock.now()
  let page: Awaited<ReturnType<typeof selectOverdue>> = []
  do {
    page = await selectOverdue(db, { provider: provider.name, now, after: page.at(-1), limit: atOnce })
    for (const overdue of page) if ((await closeOrSay(services, overdue)) === 'UNAVAILABLE') return
  } while (page.length === atOnce)
}

async function closeOrSay(services: BillingServices, overdue: OpenCheckout) {
  try {
    await closePage(services, overdue, settleCheckout)
    return undefined
  } catch (error) {
    services.log.warn({ err: error, checkoutId: overdue.id }, 'a purchase could not be closed')
    return isAppError(error) ? error.code : 'INTERNAL'
  }
}
