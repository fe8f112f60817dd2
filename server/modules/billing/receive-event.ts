import { appError, isAppError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { BillingServices } from './billing-context.ts'
import { findEvent, insertEvent, markApplied } from './payment-events.queries.ts'
import type { SignedEvent } from './provider.ts'
import { settleSession } from './settle/settle-checkout.ts'
import { syncPayment } from './settle/sync-payment.ts'
import { syncInvoice, syncSubscription } from './settle/sync-subscription.ts'

export const applyEventJob = 'apply-payment-event'

/**
 * Keeps a verified event together with the job that applies it. The provider repeats it until it hears that it was
 * received, so nothing is done before the answer that may take long.
 */
export async function receiveEvent(ctx: BillingServices, signed: SignedEvent): Promise<{ received: true }> {
  const { provider } = ctx
  if (!provider) throw appError('NOT_FOUND', 'Payments are not set up on this portal.')
  const event = await provider.readEvent(signed)
  const kept = { provider: provider.name, event, receivedAt: ctx.clock.now() }
  await inTransaction(ctx, async ({ db }) => {
    const isNew = await insertEvent(db, kept)
    if (!isNew || event.object.kind === 'OTHER') return
    // Those of one customer one after another, since each waits for the customer's lock anyway.
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
  const event = await findEvent(db, provider, id)
  if (!event || event.appliedAt) return
  if (provider !== services.provider?.name)
    return log.warn({ event: id, provider }, 'an event of a payment provider that is not ours any more')
  try {
    await syncObject(services, event)
  } catch (error) {
    // What the provider does not know, or knows as somebody else's, will not become ours by another try.
    if (!isAppError(error) || error.code !== 'NOT_FOUND') throw error
    log.warn({ err: error, event: id }, 'an event of something that is not ours was left alone')
  }
  await markApplied(db, provider, id, clock.now())
}

/** An event only says that something changed: what it is now is asked for, so that no order of events matters. */
async function syncObject(services: BillingServices, event: { objectKind: string; objectId: string }) {
  const { objectKind, objectId } = event
  if (objectKind === 'CHECKOUT') await settleSession(services, objectId)
  if (objectKind === 'SUBSCRIPTION') await syncSubscription(services, objectId)
  if (objectKind === 'INVOICE') await syncInvoice(services, objectId)
  if (objectKind === 'PAYMENT') await syncPayment(services, objectId)
}
