import type { Waterfall } from '@dooryard/contract/order'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { Services } from '../../platform/context.ts'
import { callableUntil, scrubPlan, scrubSummary } from '../dnc/index.ts'
import { callShortfall, nobodyToCall } from './call-rules.ts'
import { scrubLeads } from './check-contacts.ts'
import { failOrder } from './fail-order.ts'
import { behindFence } from './fence.ts'
import { type LeadContacts, updateContacts } from './lead-contacts.queries.ts'
import { countLeads } from './leads.queries.ts'
import type { OrderTask } from './order-task.ts'
import { findOrder, updateOrder } from './orders.queries.ts'
import { presentWaterfall } from './present-order.ts'
import { countCallable, findScrub, keepCallable, scrubbedNumbers } from './steps.queries.ts'

/**
 * The check that an order to call is delivered with. That is the one of its scrubbing; where no number may be called by that
 * any more, because no worker was there for so long, its leads are checked again, and those that may not be called now are
 * left out. Null once none is left and the order has failed. Safe to repeat.
 */
export async function checkBeforeDelivery(services: Services, task: OrderTask): Promise<ScrubSummary | null> {
  const { orderId, order } = task
  const scrub = await findScrub(services.db, orderId)
  if (!scrub) throw new Error(`the numbers of order ${orderId} were never checked`)
  const at = services.clock.now()
  if (callableUntil(scrub) > at) return scrub
  const plan = await scrubPlan(services.db, { userId: order.userId, at })
  const write = (leads: LeadContacts[]) => behindFence(services, task, ({ db }) => updateContacts(db, orderId, leads))
  await scrubLeads(services, { orderId, plan, after: 0, write })
  return behindFence(services, task, async (inside) => {
    const { waterfall, note } = await leaveOut(inside, orderId)
    if (waterfall.selected === 0) {
      await failOrder(inside, orderId, note ?? '', { waterfall })
      return null
    }
    const again = scrubSummary(plan, await scrubbedNumbers(inside.db, orderId))
    const progress = { waterfall, note: note ?? null, scrub: again, dncCheckedAt: at }
    await updateOrder(inside.db, orderId, 'ASSEMBLING', { ...progress, updatedAt: inside.clock.now() })
    return again
  })
}

/** Drops the leads that may not be called any more: they count as others that may not. */
async function leaveOut(
  { db }: Services,
  orderId: string,
): Promise<{ waterfall: Waterfall; note: string | undefined }> {
  const order = await findOrder(db, orderId)
  const before = order && presentWaterfall(order)
  if (!order || !before) throw new Error(`order ${orderId} has no leads`)
  const { callable: selected, notCovered } = await countCallable(db, orderId)
  const lost = (await countLeads(db, orderId)) - selected
  const waterfall = { ...before, callable: (before.callable ?? 0) - lost, selected }
  if (selected === 0) return { waterfall, note: nobodyToCall({ ...waterfall, notCovered }) }
  await keepCallable(db, orderId, order.quantity)
  return { waterfall, note: callShortfall(order.quantity, { ...waterfall, notCovered, isExhausted: false }) }
}
