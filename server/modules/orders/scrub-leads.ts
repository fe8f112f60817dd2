import type { Waterfall } from '@dooryard/contract/order'
import type { Services } from '../../platform/context.ts'
import { plural } from '../../platform/format.ts'
import { coversAny, type ScrubPlan, scrubPlan, scrubSummary } from '../dnc/index.ts'
import { callShortfall, nextRound, nobodyToCall } from './call-rules.ts'
import { scrubLeads } from './check-contacts.ts'
import { dropLeads, type LeadContacts, updateContacts } from './leads.queries.ts'
import { failOrder, moveOrder } from './move-order.ts'
import { behindFence, type OrderServices, type OrderTask, stepProgress } from './order-task.ts'
import { findOrder } from './orders.queries.ts'
import { presentWaterfall } from './present-order.ts'
import { asksVendor, drawMore } from './select-leads.ts'
import { addToWaterfall, countCallable, keepCallable, scrubbedNumbers } from './steps.queries.ts'
import { traceLeads } from './trace-leads.ts'

/** A worker that takes over checks all again by the lists of its own day, so one check is behind the whole order. */
export async function scrubStep(services: OrderServices, task: OrderTask): Promise<void> {
  const { orderId, order } = task
  const plan = await scrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  let considered = presentWaterfall(order)?.considered ?? 0
  // A look that was not completed is taken again.
  await behindFence(services, task, ({ db }) => dropLeads(db, orderId, considered))
  let isExhausted = false
  for (let checked = 0; ; ) {
    await traceLeads(services, task)
    const report = stepProgress(services, task)
    const write = (leads: LeadContacts[]) => behindFence(services, task, ({ db }) => updateContacts(db, orderId, leads))
    await scrubLeads(services, { orderId, plan, after: checked, report, write })
    checked = considered
    // Nothing would be found among others either.
    if (isExhausted || !coversAny(plan)) break
    const { callable } = await countCallable(services.db, orderId)
    const found = { quantity: order.quantity, considered, callable, asksVendor: asksVendor(services) }
    const quantity = nextRound(found)
    if (quantity === 0) break
    const came = await drawMore(services, task, { quantity, behind: considered })
    await behindFence(services, task, ({ db }) => addToWaterfall(db, orderId, 'considered', came))
    isExhausted = came < quantity
    if (came === 0) break
    considered += came
  }
  await behindFence(services, task, (inside) => conclude(inside, task, { plan, isExhausted }))
}

type Conclusion = { plan: ScrubPlan; isExhausted: boolean }

async function conclude(services: Services, { orderId }: OrderTask, { plan, isExhausted }: Conclusion) {
  const { db } = services
  const order = await findOrder(db, orderId)
  const { notCovered, ...counts } = await countCallable(db, orderId)
  const before = order && presentWaterfall(order)
  if (!order || !before) throw new Error(`order ${orderId} has no candidates`)
  const selected = Math.min(order.quantity, counts.callable)
  const waterfall: Waterfall = { ...before, ...counts, selected }
  if (selected === 0) return failOrder(services, orderId, nobodyToCall({ ...waterfall, notCovered }), { waterfall })
  await keepCallable(db, orderId, order.quantity)
  const progress = {
    waterfall,
    note: callShortfall(order.quantity, { ...waterfall, notCovered, isExhausted }) ?? null,
    scrub: scrubSummary(plan, await scrubbedNumbers(db, orderId)),
    dncCheckedAt: new Date(plan.at),
  }
  const detail = `${plural(selected, 'lead')} that may be called`
  return moveOrder(services, orderId, { to: 'ASSEMBLING', progress, detail })
}
