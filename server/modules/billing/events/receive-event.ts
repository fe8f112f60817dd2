import { appError, isAppError } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import type { BillingServices } from '../billing-context.ts'
import type { SignedEvent } from '../provider/provider.ts'
import { syncCheckoutSession } from '../sync/complete-checkout.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { syncInvoice, syncSubscription } from '../sync/sync-subscription.ts'
import { findPaymentEvent, insertPaymentEvent, markEventApplied } from './payment-events.queries.ts'

export const applyEventJob = 'apply-payment-event'

/**
 * Stores a verified event together with the job that applies it. The provider redelivers until it gets a response, so
 * nothing slow happens before it.
 */
export async function receiveEvent(ctx: BillingServices, signed: SignedEvent): Promise<{ received: true }> {
  const { provider } = ctx
  if (!provider) throw appError('NOT_FOUND', 'Payments are not set up on this portal.')
  const event = await provider.readEvent(signed)
  const kept = { provider: provider.name, event, receivedAt: ctx.clock.now() }
  await inTransaction(ctx, async ({ db }) => {
    const isNew = await insertPaymentEvent(db, kept)
    if (!isNew || event.object.kind === 'OTHER') return
    // Events of one customer are applied one after another, since each waits for the customer's lock anyway.
    const queue = `payments:${event.customerId ?? event.object.id}`
    await addJob(db, applyEventJob, { provider: provider.name, id: event.id }, { queue })
  })
  return { received: true }
}

export async function applyEvent(
  services: BillingServices,
  { provider, id }: { provider: string; id: string },
): Promise<void> {
  const { db, clock, log } = services
  const event = await findPaymentEvent(db, provider, id)
  if (!event || event.appliedAt) return
  if (provider !== services.provider?.name)
    return log.warn({ event: id, provider }, 'an event of a payment provider that is not ours any more')
  try {
    await syncObject(services, event)
  } catch (error) {
    // An object that the provider does not know, or that belongs to another account, will not become ours on a retry.
    if (!isAppError(error) || error.code !== 'NOT_FOUND') throw error
    log.warn({ err: error, event: id }, 'an event of something that is not ours was left alone')
  }
  await markEventApplied(db, provider, id, clock.now())
}

/** An event only says that something changed: the current state is fetched, so the order of events does not matter. */
async function syncObject(services: BillingServices, event: { objectKind: string; objectId: string }) {
  const { objectKind, objectId } = event
  if (objectKind === 'CHECKOUT') await syncCheckoutSession(services, objectId)
  if (objectKind === 'SUBSCRIPTION') await syncSubscription(services, objectId)
  if (objectKind === 'INVOICE') await syncInvoice(services, objectId)
  if (objectKind === 'PAYMENT') await syncPayment(services, objectId)
}
