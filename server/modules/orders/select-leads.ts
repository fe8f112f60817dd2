import type { Waterfall } from '@dooryard/contract/order'
import { OverLimitError } from '../../platform/clickhouse/errors.ts'
import { appError } from '../../platform/errors.ts'
import { plural } from '../../platform/format.ts'
import { countWaterfall, drawLeads, type Need, readLeads } from '../properties/index.ts'
import { firstRound, nobodyToCall } from './call-rules.ts'
import { deliveredIds, dropLeads, insertLeads, propertyAt } from './leads.queries.ts'
import { failOrder, moveOrder } from './move-order.ts'
import { shortfallNote } from './order-rules.ts'
import { behindFence, type OrderServices, type OrderTask, stepProgress, typeOf } from './order-task.ts'
import { findCriteria, findExcluded } from './orders.queries.ts'

const nobodyLeft =
  'No property matches these filters that has a full mailing address and was not delivered to you before.'

/** What an order chooses from. "The last 30 days" are those before it was placed, however late it is worked on. */
async function selectionOf({ db }: OrderServices, task: OrderTask) {
  const { order } = task
  const criteria = await findCriteria(db, order.id)
  const exclude = criteria.exclude?.delivered ?? true
  const excludeIds = exclude ? await deliveredIds(db, order.userId, typeOf(task)) : []
  return { criteria, excludeIds, excludeCriteria: await findExcluded(db, order.id), asOf: order.createdAt }
}

export const asksVendor = ({ contacts }: OrderServices) => contacts.vendor !== null

function needOf(services: OrderServices, task: OrderTask): Need {
  if (typeOf(task) === 'MAIL_READY') return 'MAILABLE'
  return asksVendor(services) ? 'NAMED' : 'HAS_PHONE'
}

type More = { quantity: number; behind: number }

/** Gives how many were drawn. Safe to repeat: what an earlier try left behind them is dropped first. */
export async function drawMore(services: OrderServices, task: OrderTask, { quantity, behind }: More): Promise<number> {
  const { db, clickhouse } = services
  const { orderId } = task
  const after = behind > 0 ? await propertyAt(db, orderId, behind) : undefined
  const selection = await selectionOf(services, task)
  const drawing = drawLeads(clickhouse, { ...selection, need: needOf(services, task), quantity, after })
  // Criteria that were drawn from before are not too wide.
  const drawn = await (behind === 0 ? refusedWhenTooWide(drawing) : drawing)
  const report = stepProgress(services, task)
  await behindFence(services, task, (inside) => dropLeads(inside.db, orderId, behind))
  let done = 0
  for await (const some of readLeads(clickhouse, drawn, selection)) {
    await behindFence(services, task, (inside) => insertLeads(inside.db, orderId, some, behind))
    done += some.length
    await report(done, drawn.length)
  }
  return drawn.length
}

/** What the user's criteria alone decide: where that meets a limit of the store, it is the user who can narrow them. */
async function refusedWhenTooWide<Result>(read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (error) {
    throw error instanceof OverLimitError ? appError('UNPROCESSABLE', error.message) : error
  }
}

export async function selectStep(services: OrderServices, task: OrderTask): Promise<void> {
  const counting = countWaterfall(services.clickhouse, await selectionOf(services, task))
  const { matched, mailable, fresh, freshOfAll } = await refusedWhenTooWide(counting)
  if (typeOf(task) === 'MAIL_READY') return selectToMail(services, task, { matched, mailable, fresh })
  return selectToCall(services, task, { matched, fresh: freshOfAll })
}

async function selectToMail(services: OrderServices, task: OrderTask, counts: Omit<Waterfall, 'selected'>) {
  const { orderId, order } = task
  const { quantity } = order
  const selected = await drawMore(services, task, { quantity, behind: 0 })
  const waterfall: Waterfall = { ...counts, selected }
  await behindFence(services, task, (inside) => {
    if (selected === 0) return failOrder(inside, orderId, nobodyLeft, { waterfall })
    const note = shortfallNote(quantity, waterfall) ?? null
    const detail = `${plural(selected, 'lead')} selected`
    return moveOrder(inside, orderId, { to: 'ASSEMBLING', progress: { waterfall, note }, detail })
  })
}

async function selectToCall(services: OrderServices, task: OrderTask, counts: Pick<Waterfall, 'matched' | 'fresh'>) {
  const { orderId, order } = task
  const quantity = firstRound(order.quantity, asksVendor(services))
  const considered = await drawMore(services, task, { quantity, behind: 0 })
  const waterfall: Waterfall = { ...counts, considered, selected: 0 }
  await behindFence(services, task, (inside) => {
    if (considered === 0)
      return failOrder(inside, orderId, nobodyToCall({ ...waterfall, notCovered: 0 }), { waterfall })
    const detail = `${plural(considered, 'candidate')} chosen`
    return moveOrder(inside, orderId, { to: 'TRACING', progress: { waterfall }, detail })
  })
}
