import { z } from 'zod'
import { isAppError } from '../../platform/errors.ts'
import type { Task } from '../../platform/jobs.ts'
import type { BillingServices } from './billing-context.ts'
import { deleteEventsBefore, findEvent, markApplied } from './payment-events.queries.ts'
import { settleSession } from './settle/settle-checkout.ts'
import { syncInvoice } from './settle/sync-invoice.ts'
import { syncPayment } from './settle/sync-payment.ts'
import { syncSubscription } from './settle/sync-subscription.ts'

export const applyEventJob = 'apply-payment-event'

const EventId = z.object({ provider: z.string(), id: z.string() })

/** The jobs of payment events, by name. */
export const paymentEventTasks = (services: BillingServices): Record<string, Task> => ({
  [applyEventJob]: async (payload) => {
    const { provider, id } = EventId.parse(payload)
    const event = await findEvent(services.db, provider, id)
    if (!event || event.appliedAt) return
    if (provider !== services.provider?.name)
      return services.log.warn({ event: id, provider }, 'an event of a payment provider that is not ours any more')
    try {
      await apply(services, event)
    } catch (error) {
      // What the provider does not know, or knows as somebody else's, will not become ours by another try.
      if (!isAppError(error) || error.code !== 'NOT_FOUND') throw error
      services.log.warn({ err: error, event: id }, 'an event of something that is not ours was left alone')
    }
    await markApplied(services.db, provider, id, services.clock.now())
  },
})

/** An event only says that something changed: what it is now is asked for, so that no order of events matters. */
async function apply(services: BillingServices, { objectKind, objectId }: { objectKind: string; objectId: string }) {
  if (objectKind === 'CHECKOUT') await settleSession(services, objectId)
  if (objectKind === 'SUBSCRIPTION') await syncSubscription(services, objectId)
  if (objectKind === 'INVOICE') await syncInvoice(services, objectId)
  if (objectKind === 'PAYMENT') await syncPayment(services, objectId)
}

export const eventsKeptMs = 90 * 86_400_000

/** Deletes the events of more than 90 days ago: no provider tells one again after so long. */
export const forgetOldEvents = async ({ db, clock }: Pick<BillingServices, 'db' | 'clock'>): Promise<void> => {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - eventsKeptMs))
}
