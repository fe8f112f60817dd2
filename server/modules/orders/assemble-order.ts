import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import { dayMs } from '@dooryard/contract/time'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { plural } from '../../platform/format.ts'
import { settleHold } from '../credits/index.ts'
import { callableUntil } from '../dnc/index.ts'
import { checkBeforeDelivery } from './check-before-delivery.ts'
import { insertBoardLeads } from './lead-board.queries.ts'
import { purchaseLeads } from './leads.queries.ts'
import { moveOrder } from './move-order.ts'
import { releaseReason } from './order-rules.ts'
import { type OrderTask, typeOf } from './order-task.ts'
import { type NewVersion, recordVersion, writeVersion } from './write-version.ts'

/** Writes the file, then pays for its leads and completes the order in one transaction. */
export async function assembleStep(services: Services, task: OrderTask): Promise<void> {
  const { orderId, order } = task
  const campaignType = typeOf(task)
  const scrub = campaignType === 'CALL_READY' ? await checkBeforeDelivery(services, task) : null
  if (campaignType === 'CALL_READY' && !scrub) return
  // Validated when the order was placed.
  const columns = order.columns as FileColumn[] | null
  const version = await writeVersion(services, { orderId, fence: task.fence, version: 1, campaignType, columns, scrub })
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
