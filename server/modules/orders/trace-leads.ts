import type { Contact } from '@dooryard/contract/leads'
import { contactsOf, type TracedOwner, traceOwners } from '../contacts/index.ts'
import type { SelectedLead } from '../properties/index.ts'
import { updateContacts } from './leads.queries.ts'
import { moveOrder } from './move-order.ts'
import { behindFence, type OrderServices, type OrderTask, stepProgress } from './order-task.ts'
import { asksVendor } from './select-leads.ts'
import { addToWaterfall, countUntraced, untracedLeads } from './steps.queries.ts'

const batch = 5_000

/** Each batch is kept by itself, and so are the vendor's answers, so a worker that dies leaves little to do again. */
export async function traceLeads(services: OrderServices, task: OrderTask): Promise<void> {
  const { orderId, signal } = task
  const report = stepProgress(services, task)
  const all = await countUntraced(services.db, orderId)
  for (let done = 0, after = 0; ; ) {
    const leads = await untracedLeads(services.db, orderId, { after, limit: batch, whole: asksVendor(services) })
    if (leads.length === 0) return
    const owners = leads.flatMap(({ ownerKey, lead }) => (lead ? [tracedOwner(ownerKey, lead)] : []))
    await report(done, all)
    let told = Promise.resolve()
    const onProgress = (settled: number) => {
      // Whoever has lost the order is told by the fence.
      told = told.then(() => report(done + settled, all)).catch(() => undefined)
    }
    const { leftOut } = await traceOwners(services, services.contacts, owners, { signal, onProgress })
    // Before the step ends, since the next one begins its own count.
    await told
    const known = await contactsOf(services, [...new Set(leads.map(({ ownerKey }) => ownerKey))])
    const none: Contact[] = []
    const traced = leads.map(({ rank, ownerKey }) => ({ rank, contacts: known.get(ownerKey) ?? none }))
    await behindFence(services, task, async ({ db }) => {
      await updateContacts(db, orderId, traced)
      if (leftOut > 0) await addToWaterfall(db, orderId, 'notAsked', leftOut)
    })
    done += leads.length
    after = leads.at(-1)?.rank ?? after
  }
}

const tracedOwner = (ownerKey: string, lead: SelectedLead): TracedOwner => ({
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

export async function traceStep(services: OrderServices, task: OrderTask): Promise<void> {
  await traceLeads(services, task)
  await behindFence(services, task, (inside) => moveOrder(inside, task.orderId, { to: 'SCRUBBING' }))
}
