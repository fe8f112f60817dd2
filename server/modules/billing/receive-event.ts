import { appError } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { BillingServices } from './billing-context.ts'
import { applyEventJob } from './payment-events.job.ts'
import { insertEvent } from './payment-events.queries.ts'
import type { SignedEvent } from './provider.ts'

/**
 * Takes an event of the payment provider: verified, it is kept together with the job that applies it, once for each id.
 * The provider tells it again until it hears that it was received, so nothing is done before the answer that may take
 * long.
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
