import { repeatLeadFreeDays } from '@dooryard/contract/limits'
import { InternalStatus, type Waterfall } from '@dooryard/contract/orders'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { plural } from '../../platform/words.ts'
import { settleHold } from '../credits/index.ts'
import { countWaterfall, selectLeads } from '../properties/index.ts'
import { failOrder } from './fail-order.ts'
import { behindFence, type Fenced } from './fence.ts'
import { countLeads, deliveredIds, purchaseLeads, replaceLeads } from './leads.queries.ts'
import { moveOrder } from './move-order.ts'
import { orderCsv } from './order-csv.ts'
import { releaseReason, shortfallNote } from './order-rules.ts'
import { findOrder, type OrderRow } from './orders.queries.ts'
import { excludedBy, presentOrder } from './present-order.ts'
import { isOver } from './transitions.ts'

const dayMs = 86_400_000
const nobodyLeft =
  'No property matches these filters that has a full mailing address and was not delivered to you before.'

type Task = Fenced & { order: OrderRow }

/**
 * Carries an order to its end from wherever it stands: QUEUED → SELECTING → ASSEMBLING → READY. Each step commits by itself
 * and may be run again, so a worker that dies anywhere leaves an order that the next one finishes.
 */
export async function fulfilOrder(services: Services, fenced: Fenced): Promise<void> {
  let before: InternalStatus | undefined
  for (;;) {
    const order = await findOrder(services.db, fenced.orderId)
    if (!order) return
    const status = InternalStatus.parse(order.internalStatus)
    if (isOver(status)) return
    // A step that leads nowhere would be taken for ever, and nobody could work at anything else.
    if (status === before) throw new Error(`order ${order.id} stays ${status}`)
    await takeStep(services, { ...fenced, order }, status)
    before = status
  }
}

function takeStep(services: Services, task: Task, status: InternalStatus): Promise<unknown> {
  if (status === 'QUEUED')
    return behindFence(services, task, (inside) => moveOrder(inside, task.orderId, { to: 'SELECTING' }))
  if (status === 'SELECTING') return selectStep(services, task)
  if (status === 'ASSEMBLING') return assembleStep(services, task)
  throw new Error(`no worker takes an order on from ${status}`)
}

/** Chooses the leads and keeps a copy of each as it stands now. */
async function selectStep(services: Services, task: Task): Promise<void> {
  const { criteria, campaignType, quantity } = presentOrder(task.order)
  const exclude = criteria.exclude?.delivered ?? true
  const excludeIds = exclude ? await deliveredIds(services.db, task.order.userId, campaignType) : []
  // "The last 30 days" are those before the order was placed, however late it is worked on.
  const selection = { criteria, excludeIds, excludeCriteria: excludedBy(task.order), asOf: task.order.createdAt }
  const counts = await countWaterfall(services.clickhouse, selection)
  const leads = await selectLeads(services.clickhouse, { ...selection, quantity })
  const waterfall: Waterfall = { ...counts, selected: leads.length }
  await behindFence(services, task, async (inside) => {
    if (leads.length === 0) return failOrder(inside, task.orderId, nobodyLeft, { waterfall })
    await replaceLeads(inside.db, task.orderId, leads)
    const note = shortfallNote(quantity, waterfall) ?? null
    const detail = `${plural(leads.length, 'lead')} selected`
    return moveOrder(inside, task.orderId, { to: 'ASSEMBLING', progress: { waterfall, note }, detail })
  })
}

/** Writes the file, then pays for its leads and completes the order in one transaction. */
async function assembleStep(services: Services, task: Task): Promise<void> {
  const { orderId } = task
  // The same rows give the same bytes, so whoever writes this file, and however often, it is one file.
  const fileKey = `orders/${orderId}/v1.csv`
  await services.files.write(fileKey, orderCsv(services.db, orderId))
  await behindFence(services, task, (inside) => complete(inside, task.order, fileKey))
}

async function complete(services: Services, order: OrderRow, fileKey: string): Promise<void> {
  const { db, clock } = services
  const at = clock.now()
  const toPay = await purchaseLeads(db, {
    orderId: order.id,
    userId: order.userId,
    campaignType: campaignTypes.schema.parse(order.campaignType),
    at,
    freeSince: new Date(at.getTime() - repeatLeadFreeDays * dayMs),
  })
  const deliveredQuantity = await countLeads(db, order.id)
  const repeats = deliveredQuantity - toPay
  const free = repeats > 0 ? `, ${plural(repeats, 'of them a free repeat', 'of them free repeats')}` : ''
  const reason = `${plural(deliveredQuantity, 'lead')} delivered${free}`
  const capture = toPay * order.creditRequired
  const back = releaseReason(order.quantity, deliveredQuantity, repeats)
  const reasons = { reason, ...(back !== undefined && { releaseReason: back }) }
  const settled = await settleHold(db, { orderId: order.id, capture, ...reasons, actor: 'system', at })
  if (!settled) throw new Error(`the hold of order ${order.id} was settled before it was completed`)
  const progress = { deliveredQuantity, fileKey, fileVersion: 1, completedAt: at }
  if (!(await moveOrder(services, order.id, { to: 'READY', progress, detail: reason })))
    throw new Error(`order ${order.id} is not where it could be completed`)
}
