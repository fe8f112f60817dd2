import type { Contact } from '@dooryard/contract/orders/leads'
import { listOwnerContacts, type TracedOwner, traceOwners } from '../../contacts/index.ts'
import type { SelectedLead } from '../../properties/index.ts'
import { createProgressReporter, type OrderServices, type OrderStepContext, withFence } from '../fulfil/fenced-job.ts'
import { asksVendor } from '../fulfil/select-leads.ts'
import { addToBreakdown, countPendingTraces, listPendingTraces } from '../fulfil/steps.queries.ts'
import { transitionOrder } from '../fulfil/transition-order.ts'
import { updateLeadContacts } from '../leads/leads.queries.ts'

const batchSize = 5_000

/** Each batch and each vendor response is stored separately, so little work is repeated after a worker dies. */
export async function traceLeads(services: OrderServices, task: OrderStepContext): Promise<void> {
  const { orderId, signal } = task
  const report = createProgressReporter(services, task)
  const total = await countPendingTraces(services.db, orderId)
  for (let done = 0, after = 0; ; ) {
    const leads = await listPendingTraces(services.db, orderId, {
      after,
      limit: batchSize,
      withLead: asksVendor(services),
    })
    if (leads.length === 0) return
    const owners = leads.flatMap(({ ownerKey, lead }) => (lead ? [toTracedOwner(ownerKey, lead)] : []))
    await report(done, total)
    let reported = Promise.resolve()
    const onProgress = (settledCount: number) => {
      // A worker that has lost the order finds out through the fence.
      reported = reported.then(() => report(done + settledCount, total)).catch(() => undefined)
    }
    const { leftOut } = await traceOwners(services, services.contacts, owners, { signal, onProgress })
    // Reports must finish before the step ends, because the next step starts its own progress.
    await reported
    const contactsByOwner = await listOwnerContacts(services, [...new Set(leads.map(({ ownerKey }) => ownerKey))])
    const noContacts: Contact[] = []
    const traced = leads.map(({ rank, ownerKey }) => ({ rank, contacts: contactsByOwner.get(ownerKey) ?? noContacts }))
    await withFence(services, task, async ({ db }) => {
      await updateLeadContacts(db, orderId, traced)
      if (leftOut > 0) await addToBreakdown(db, orderId, 'notAsked', leftOut)
    })
    done += leads.length
    after = leads.at(-1)?.rank ?? after
  }
}

const toTracedOwner = (ownerKey: string, lead: SelectedLead): TracedOwner => ({
  ownerKey,
  names: lead.ownerNames,
  mailing: {
    street: lead.mailingAddress ?? '',
    city: lead.mailingCity ?? '',
    state: lead.mailingState ?? '',
    zip: lead.mailingZip ?? '',
  },
  property: { street: lead.address ?? '', city: lead.city ?? '', state: lead.state, zip: lead.zip ?? '' },
})

export async function runTraceStep(services: OrderServices, task: OrderStepContext): Promise<void> {
  await traceLeads(services, task)
  await withFence(services, task, (tx) => transitionOrder(tx, task.orderId, { to: 'SCRUBBING' }))
}
