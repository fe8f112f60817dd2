import { inTransaction } from '../../../platform/postgres/database.ts'
import type { BillingServices } from '../billing-context.ts'
import { providerOf } from '../billing-context.ts'
import { findCheckout } from '../checkouts.queries.ts'
import type { ProviderCheckout } from '../provider.ts'
import { endUnpaid } from './end-unpaid.ts'
import { isOurId } from './our-ids.ts'
import {
  endCheckout,
  findCustomerAt,
  keepPaymentMethod,
  lockCustomerAt,
  rememberSession,
  takeNumber,
} from './settle.queries.ts'
import { findLive } from './subscription-rows.queries.ts'
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

/** The same, by the provider's id of it. */
export async function settleSession(services: BillingServices, sessionId: string): Promise<void> {
  const { db, log } = services
  const session = await providerOf(services).checkout(sessionId)
  const checkout = isOurId(session.checkoutId) ? await findCheckout(db, session.checkoutId) : undefined
  if (!checkout) return log.warn({ session: session.id }, 'a purchase of nobody we know was left alone')
  await rememberSession(db, checkout.id, session.id)
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
  const asked = await takeNumber(db)
  const card = await provider.paymentMethod(session.customerId)
  await inTransaction(services, async (inside) => {
    const customer = await lockCustomerAt(inside.db, provider.name, session.customerId)
    if (!customer) return
    await keepPaymentMethod(inside.db, {
      userId: customer.userId,
      provider: provider.name,
      asked,
      ...(card && { card }),
    })
    await endCheckout(inside.db, session.checkoutId, 'PAID', inside.clock.now())
  })
  const customer = await findCustomerAt(db, provider.name, session.customerId)
  const live = customer && (await findLive(db, customer.userId, provider.name))
  if (live) await syncSubscription(services, live.providerId)
}
