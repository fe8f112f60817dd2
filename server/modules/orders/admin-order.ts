import type { AdminOrderDetail, OrderAct, OrderRetry } from '@dooryard/contract/admin-orders'
import { InternalStatus } from '@dooryard/contract/order'
import { audit } from '../../platform/audit.ts'
import type { Context, TransactionContext } from '../../platform/context.ts'
import { errorLine } from '../../platform/error-line.ts'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import { retryJobNow } from '../../platform/jobs.queries.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { holdOpen } from '../identity/index.ts'
import {
  type AdminFacts,
  dropWaitingJob,
  findAdminFacts,
  findOrderJob,
  type OrderJobRow,
} from './admin-order.queries.ts'
import { mayFail, retryRefusal } from './admin-order-rules.ts'
import { addFulfilJob } from './fulfil-order.job.ts'
import { failOrder } from './move-order.ts'
import { takeFence } from './order-task.ts'
import {
  chosenColumns,
  findCriteria,
  findExcluded,
  findOrder,
  lockOrder,
  type OrderRow,
  updateOrder,
} from './orders.queries.ts'
import { type AdminOrderPlace, orderDetail, readableOrderRow } from './own-order.ts'
import { enterOrder, refuseWithoutRegistry } from './place-order.ts'
import { isOver } from './transitions.ts'

export async function adminOrderDetail(ctx: Context, place: AdminOrderPlace): Promise<AdminOrderDetail> {
  const row = await readableOrderRow(ctx, place)
  const [detail, { facts, user, job, refusal }] = await Promise.all([orderDetail(ctx, place), findState(ctx, row)])
  if (!user) throw new Error(`order ${detail.id} is nobody's`)
  return {
    ...detail,
    user,
    ...presentFacts(facts),
    ...(job && { job: presentJob(job) }),
    mayRetry: refusal === null,
    mayFail: mayFail(detail.internalStatus),
  }
}

async function findState({ db }: Pick<Context, 'db'>, { id, userId, campaignId, internalStatus: status }: OrderRow) {
  const [facts, owners, queued] = await Promise.all([
    findAdminFacts(db, id),
    ownersOf(db, [userId]),
    findOrderJob(db, id),
  ])
  const internalStatus = InternalStatus.parse(status)
  const user = owners.get(userId)
  const job = isOver(internalStatus) ? undefined : queued
  const retriedAs = facts.retriedAs ?? undefined
  return { facts, user, job, refusal: retryRefusal({ internalStatus, campaignId, owner: user, job, retriedAs }) }
}

const presentFacts = ({ updatedAt, retryOf, retriedAs, keyId, keyName, ...row }: AdminFacts) => ({
  updatedAt: updatedAt.toISOString(),
  failures: row.attemptFailures,
  ...(row.deferredReason !== null && { putOff: row.deferredReason }),
  ...(retryOf !== null && { retryOf }),
  ...(retriedAs !== null && { retriedAs }),
  ...(keyId !== null && keyName !== null && { placedWithKey: { id: keyId, name: keyName } }),
})

const presentJob = ({ id: _id, isDue: _isDue, lastError, runAt, ...job }: OrderJobRow) => ({
  ...job,
  runAt: runAt.toISOString(),
  ...(lastError !== null && { lastError: errorLine(lastError) }),
})

/** A failed order stays failed: a new one is placed, once, with its criteria and at its price, whatever is on offer. */
export const retryOrder = (
  ctx: Context,
  orderId: string,
  { reason, expected }: OrderRetry,
): Promise<AdminOrderDetail> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const found = await findOrder(db, orderId)
    if (!found) throw notFound('This order')
    // The account before the order, as where orders are placed; its role and state stay until this is done.
    await holdOpen(db, found.userId)
    await lockOrder(db, orderId)
    const order = (await findOrder(db, orderId)) ?? found
    const { job, refusal } = await findState(inside, order)
    if (refusal) throw appError(refusal.code, refusal.message)
    const isFailed = isOver(InternalStatus.parse(order.internalStatus))
    if (expected && isFailed !== (expected === 'FAILED')) throw appError('CONFLICT', hasChanged)
    return isFailed ? placeAgain(inside, order, reason) : tryAgain(inside, order, job, reason)
  })

const hasChanged = 'This order has gone on in the meantime. Please look at it again before you decide.'

async function tryAgain(inside: TransactionContext, order: OrderRow, job: OrderJobRow | undefined, reason: string) {
  const { id: orderId, userId, attemptFailures: failures } = order
  await updateOrder(inside.db, orderId, { attemptFailures: 0, deferredReason: null })
  // The job that there is keeps its place in its owner's queue, and one that was given up would stay beside a new one.
  if (!job) await addFulfilJob(inside.db, { orderId, userId })
  else if (job.attempts > 0 || !job.isDue) await retryJobNow(inside.db, job.id)
  const detail = await adminOrderDetail(inside, { adminOrderId: orderId })
  await audit(inside, {
    action: 'order.tried_again',
    object: { type: 'order', id: orderId },
    before: { internalStatus: order.internalStatus, failures, attempts: job?.attempts ?? null },
    after: { failures: 0, attempts: 0, user: userId },
    reason,
  })
  return detail
}

async function placeAgain(inside: TransactionContext, failed: OrderRow, reason: string): Promise<AdminOrderDetail> {
  const { actor, clock } = inside
  if (failed.campaignType === 'CALL_READY') await refuseWithoutRegistry(inside, failed.userId)
  const id = newId()
  const draft = { ...(await termsOf(inside, failed)), id, createdAt: clock.now(), apiKeyId: null, retryOf: failed.id }
  const held = `Held when your failed order was placed again for you: ${reason}`
  try {
    await enterOrder(inside, draft, { actor: actor.userId, reason: held })
  } catch (error) {
    throw isAppError(error) && error.code === 'INSUFFICIENT_CREDITS' ? ownerLacks(error.extra) : error
  }
  const detail = await adminOrderDetail(inside, { adminOrderId: id })
  const user = failed.userId
  await audit(inside, {
    action: 'order.placed_again',
    object: { type: 'order', id: failed.id },
    before: { internalStatus: failed.internalStatus },
    after: { placedAgainAs: id, creditsHeld: detail.creditsHeld, user },
    reason,
  })
  // Who looks for what was done to the new one finds where it comes from.
  const isIt = { type: 'order', id }
  await audit(inside, { action: 'order.placed_again', object: isIt, after: { retryOf: failed.id, user }, reason })
  return detail
}

async function termsOf({ db }: TransactionContext, row: OrderRow) {
  const { userId, campaignId, orderName, campaignType, quantity, creditRequired } = row
  const what = { userId, campaignId, orderName, campaignType, quantity, creditRequired }
  const [criteria, excluded] = [await findCriteria(db, row.id), await findExcluded(db, row.id)]
  return { ...what, criteria, excluded, columns: chosenColumns(row) }
}

const ownerLacks = ({ needed, available }: Record<string, unknown>) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `The order needs ${plural(Number(needed), 'credit')} and its owner has ${formatNumber(Number(available))}.`,
    { needed, available },
  )

/** CONFLICT where it is over: of an administrator and a worker who end it at once, one does. */
export const failByAdministrator = (ctx: Context, orderId: string, { reason }: OrderAct): Promise<AdminOrderDetail> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor } = inside
    const order = await findOrder(db, orderId)
    if (!order) throw notFound('This order')
    const { internalStatus } = await lockOrder(db, orderId)
    await takeFence(inside, orderId)
    if (!(await failOrder(inside, orderId, reason, { actor: actor.userId })))
      throw appError('CONFLICT', 'This order is over already, so there is nothing to end.')
    await dropWaitingJob(db, orderId)
    const detail = await adminOrderDetail(inside, { adminOrderId: orderId })
    await audit(inside, {
      action: 'order.failed',
      object: { type: 'order', id: orderId },
      before: { internalStatus },
      after: { internalStatus: detail.internalStatus, creditsReleased: detail.creditsReleased, user: order.userId },
      reason,
    })
    return detail
  })
