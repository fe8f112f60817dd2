import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import type { Waterfall } from '@dooryard/contract/order'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import { dayMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import { plural } from '../../platform/format.ts'
import { settleHold } from '../credits/index.ts'
import { callableUntil, scrubPlan, scrubSummary } from '../dnc/index.ts'
import { callShortfall, nobodyToCall } from './call-rules.ts'
import { scrubLeads } from './check-contacts.ts'
import { insertBoardLeads } from './lead-board.queries.ts'
import { countLeads, type LeadContacts, purchaseLeads, updateContacts } from './leads.queries.ts'
import { failOrder, moveOrder } from './move-order.ts'
import type { NewVersion } from './order-files.queries.ts'
import { releaseReason } from './order-rules.ts'
import { behindFence, type OrderTask, typeOf } from './order-task.ts'
import { chosenColumns, findOrder, setOrderStatus } from './orders.queries.ts'
import { presentWaterfall } from './present-order.ts'
import { countCallable, findScrub, keepCallable, scrubbedNumbers } from './steps.queries.ts'
import { recordVersion, writeVersion } from './write-version.ts'

/** Writes the file, then pays for its leads and completes the order in one transaction. */
export async function assembleStep(services: Services, task: OrderTask): Promise<void> {
  const { orderId, order } = task
  const campaignType = typeOf(task)
  const scrub = campaignType === 'CALL_READY' ? await checkBeforeDelivery(services, task) : null
  if (campaignType === 'CALL_READY' && !scrub) return
  const columns = chosenColumns(order)
  const version = await writeVersion(services, {
    orderId,
    userId: order.userId,
    fence: task.fence,
    version: 1,
    campaignType,
    columns,
    scrub,
  })
  await recordVersion(services, task, version, (inside) => complete(inside, task, version))
}

async function complete(services: Services, task: OrderTask, version: NewVersion): Promise<void> {
  const { db, clock } = services
  const { order } = task
  const campaignType = typeOf(task)
  const at = clock.now()
  const toPay = await purchaseLeads(db, {
    orderId: order.id,
    userId: order.userId,
    campaignType,
    at,
    freeSince: new Date(at.getTime() - repeatLeadFreeDays * dayMs),
  })
  await insertBoardLeads(db, { orderId: order.id, userId: order.userId, at })
  const { leads, fileKey } = version
  const repeats = leads - toPay
  const free = repeats > 0 ? `, ${plural(repeats, 'of them a free repeat', 'of them free repeats')}` : ''
  const reason = `${plural(leads, 'lead')} delivered${free}`
  const back = releaseReason(order.quantity, leads, repeats)
  const reasons = { reason, ...(back !== undefined && { releaseReason: back }) }
  const capture = toPay * order.creditRequired
  const settled = await settleHold(db, { orderId: order.id, capture, ...reasons, actor: 'system', at })
  if (!settled) throw new Error(`the hold of order ${order.id} was settled before it was completed`)
  const progress = {
    ...{ deliveredQuantity: leads, fileKey, fileVersion: version.version, completedAt: at, scrub: null },
    ...(version.scrub && { expiresAt: callableUntil(version.scrub) }),
  }
  if (!(await moveOrder(services, order.id, { to: 'READY', progress, detail: reason })))
    throw new Error(`order ${order.id} is not where it could be completed`)
}

/** A new check where that of the scrub step is too old; null once nobody is callable and the order has failed. */
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
    await setOrderStatus(inside.db, orderId, 'ASSEMBLING', { ...progress, updatedAt: inside.clock.now() })
    return again
  })
}

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
