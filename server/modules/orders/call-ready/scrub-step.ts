import type { OrderBreakdown } from '@dooryard/contract/orders/order'
import type { Services } from '../../../platform/context.ts'
import { pluralize } from '../../../platform/util/format.ts'
import {
  addInternalCheck,
  buildScrubSummary,
  createScrubPlan,
  hasNationalCoverage,
  type ScrubPlan,
} from '../../dnc/index.ts'
import { createProgressReporter, type OrderServices, type OrderStepContext, withFence } from '../fulfil/fenced-job.ts'
import { asksVendor, selectNextBatch } from '../fulfil/select-leads.ts'
import { addToBreakdown, countCallable, getScrubResultByNumber, retainCallableLeads } from '../fulfil/steps.queries.ts'
import { failOrder, transitionOrder } from '../fulfil/transition-order.ts'
import { deleteCandidateLeads, type LeadContacts, updateLeadContacts } from '../leads/leads.queries.ts'
import { findOrder } from '../orders.queries.ts'
import { presentBreakdown } from '../read/present-order.ts'
import { formatCallShortfall, formatNothingCallable, getNextRoundSize } from './call-rules.ts'
import { applyInternalMarks } from './internal-marks.ts'
import { scrubLeads } from './scrub-leads.ts'
import { traceLeads } from './trace-leads.ts'

/** A worker that takes over scrubs all leads again with its own day's lists, so one scrub covers the whole order. */
export async function runScrubStep(services: OrderServices, task: OrderStepContext): Promise<void> {
  const { orderId, order } = task
  const plan = await createScrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  let considered = presentBreakdown(order)?.considered ?? 0
  // Repeats a round that was not completed.
  await withFence(services, task, ({ db }) => deleteCandidateLeads(db, orderId, considered))
  let isExhausted = false
  for (let checked = 0; ; ) {
    await traceLeads(services, task)
    const report = createProgressReporter(services, task)
    const write = (leads: LeadContacts[]) =>
      withFence(services, task, ({ db }) => updateLeadContacts(db, orderId, leads))
    await scrubLeads(services, { orderId, plan, after: checked, report, write })
    checked = considered
    // Further candidates could not be callable either.
    if (isExhausted || !hasNationalCoverage(plan)) break
    const { callable } = await countCallable(services.db, orderId)
    const roundInput = { quantity: order.quantity, considered, callable, asksVendor: asksVendor(services) }
    const quantity = getNextRoundSize(roundInput)
    if (quantity === 0) break
    const selectedCount = await selectNextBatch(services, task, { quantity, afterRank: considered })
    await withFence(services, task, ({ db }) => addToBreakdown(db, orderId, 'considered', selectedCount))
    isExhausted = selectedCount < quantity
    if (selectedCount === 0) break
    considered += selectedCount
  }
  // Before the surplus is dropped, so that it replaces leads whose numbers were marked meanwhile.
  const { plan: internalPlan } = await applyInternalMarks(services, task)
  await withFence(services, task, (tx) => finishScrub(tx, task, { plan, internalPlan, isExhausted }))
}

type ScrubConclusion = {
  plan: ScrubPlan
  /** The internal lists, which were looked up again at the end. */
  internalPlan: ScrubPlan
  isExhausted: boolean
}

async function finishScrub(
  services: Services,
  { orderId }: OrderStepContext,
  { plan, internalPlan, isExhausted }: ScrubConclusion,
) {
  const { db } = services
  const order = await findOrder(db, orderId)
  const { notCovered, ...counts } = await countCallable(db, orderId)
  const before = order && presentBreakdown(order)
  if (!order || !before) throw new Error(`order ${orderId} has no candidates`)
  const { onePerOwner } = order
  const selected = Math.min(order.quantity, counts.callable)
  const waterfall: OrderBreakdown = { ...before, ...counts, selected }
  if (selected === 0)
    return failOrder(services, orderId, formatNothingCallable({ ...waterfall, notCovered }), { waterfall })
  await retainCallableLeads(db, orderId, order.quantity)
  const results = await getScrubResultByNumber(db, orderId)
  const progress = {
    waterfall,
    note: formatCallShortfall(order.quantity, { ...waterfall, notCovered, isExhausted, onePerOwner }) ?? null,
    scrub: addInternalCheck(buildScrubSummary(plan, results), internalPlan, results),
    dncCheckedAt: new Date(plan.at),
  }
  const detail = `${pluralize(selected, 'lead')} that may be called`
  return transitionOrder(services, orderId, { to: 'ASSEMBLING', progress, detail })
}
