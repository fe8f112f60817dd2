import type { AdminOrderDetail, OrderActionRequest, OrderRetry } from '@dooryard/contract/orders/admin-orders'
import { InternalStatus } from '@dooryard/contract/orders/order'
import { audit } from '../../../platform/audit.ts'
import type { Context, TransactionContext } from '../../../platform/context.ts'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { formatErrorLine } from '../../../platform/errors/error-line.ts'
import { retryJobNow } from '../../../platform/jobs/jobs.queries.ts'
import { getOwnersByIds } from '../../../platform/lists/owners.queries.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { lockIfOpen } from '../../identity/index.ts'
import { acquireFence } from '../fulfil/fenced-job.ts'
import { addFulfilJob } from '../fulfil/fulfil-order.job.ts'
import { isFinished } from '../fulfil/order-status-rules.ts'
import { failOrder } from '../fulfil/transition-order.ts'
import {
  findCriteria,
  findExcludedCriteria,
  findOrder,
  getFileColumns,
  getOrderSort,
  lockOrder,
  type OrderRow,
  updateOrder,
} from '../orders.queries.ts'
import { createOrderRecord, requireDncRegistry } from '../place/place-order.ts'
import { requireNamed } from '../purchases/own-leads.ts'
import { type AdminOrderRef, getOrderDetail, requireReadableOrder } from '../read/get-order.ts'
import {
  type AdminDetailsRow,
  findAdminDetails,
  findOrderJob,
  type OrderJobRow,
  removeQueuedJob,
} from './admin-order.queries.ts'
import { canFailOrder, getRetryRefusal } from './admin-order-rules.ts'

export async function getAdminOrderDetail(ctx: Context, ref: AdminOrderRef): Promise<AdminOrderDetail> {
  const row = await requireReadableOrder(ctx, ref)
  const [detail, { facts, user, job, refusal }] = await Promise.all([
    getOrderDetail(ctx, ref),
    findRetryState(ctx, row),
  ])
  if (!user) throw new Error(`order ${detail.id} is nobody's`)
  return {
    ...detail,
    user,
    ...presentAdminDetails(facts),
    ...(job && { job: presentJob(job) }),
    mayRetry: refusal === null,
    mayFail: canFailOrder(detail.internalStatus),
  }
}

async function findRetryState(
  { db }: Pick<Context, 'db'>,
  { id, userId, campaignId, internalStatus: status }: OrderRow,
) {
  const [facts, owners, queued] = await Promise.all([
    findAdminDetails(db, id),
    getOwnersByIds(db, [userId]),
    findOrderJob(db, id),
  ])
  const internalStatus = InternalStatus.parse(status)
  const user = owners.get(userId)
  const job = isFinished(internalStatus) ? undefined : queued
  const retriedAs = facts.retriedAs ?? undefined
  return { facts, user, job, refusal: getRetryRefusal({ internalStatus, campaignId, owner: user, job, retriedAs }) }
}

const presentAdminDetails = ({ updatedAt, retryOf, retriedAs, keyId, keyName, ...row }: AdminDetailsRow) => ({
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
  ...(lastError !== null && { lastError: formatErrorLine(lastError) }),
})

/**
 * A failed order stays failed: a new order is placed, once, with the same criteria and price, even if the type is no
 * longer active.
 */
export const retryOrder = (
  ctx: Context,
  orderId: string,
  { reason, expected }: OrderRetry,
): Promise<AdminOrderDetail> =>
  inTransaction(ctx, async (tx) => {
    const { db } = tx
    const found = await findOrder(db, orderId)
    if (!found) throw notFound('This order')
    // Locks the account before the order, as placing an order does; the owner's role and state stay fixed until this
    // commits.
    await lockIfOpen(db, found.userId)
    await lockOrder(db, orderId)
    const order = (await findOrder(db, orderId)) ?? found
    const { job, refusal } = await findRetryState(tx, order)
    if (refusal) throw appError(refusal.code, refusal.message)
    const isFailed = isFinished(InternalStatus.parse(order.internalStatus))
    if (expected && isFailed !== (expected === 'FAILED')) throw appError('CONFLICT', changedMessage)
    return isFailed ? placeRetryOrder(tx, order, reason) : requeueOrder(tx, order, job, reason)
  })

const changedMessage = 'This order has changed in the meantime. Please look at it again before you decide.'

async function requeueOrder(tx: TransactionContext, order: OrderRow, job: OrderJobRow | undefined, reason: string) {
  const { id: orderId, userId, attemptFailures: failures, singlePropertyId } = order
  await updateOrder(tx.db, orderId, { attemptFailures: 0, deferredReason: null })
  // An existing job keeps its place in its owner's queue; adding a new one would leave an exhausted job alongside it.
  if (!job) await addFulfilJob(tx.db, { orderId, userId, isSingle: singlePropertyId !== null })
  else if (job.attempts > 0 || !job.isDue) await retryJobNow(tx.db, job.id)
  const detail = await getAdminOrderDetail(tx, { adminOrderId: orderId })
  await audit(tx, {
    action: 'order.tried_again',
    object: { type: 'order', id: orderId },
    before: { internalStatus: order.internalStatus, failures, attempts: job?.attempts ?? null },
    after: { failures: 0, attempts: 0, user: userId },
    reason,
  })
  return detail
}

async function placeRetryOrder(tx: TransactionContext, failed: OrderRow, reason: string): Promise<AdminOrderDetail> {
  const { actor, clock } = tx
  if (failed.campaignType === 'CALL_READY') await requireDncRegistry(tx, failed.userId)
  const id = newId()
  const terms = await getRetryTerms(tx, failed)
  await requireNamed(tx.db, failed.userId, [terms.criteria, ...terms.excluded])
  const draft = { ...terms, id, createdAt: clock.now(), apiKeyId: null, retryOf: failed.id }
  const holdReason = `Held when your failed order was placed again for you: ${reason}`
  try {
    await createOrderRecord(tx, draft, { actor: actor.userId, reason: holdReason })
  } catch (error) {
    throw isAppError(error) && error.code === 'INSUFFICIENT_CREDITS' ? insufficientOwnerCredits(error.extra) : error
  }
  const detail = await getAdminOrderDetail(tx, { adminOrderId: id })
  const user = failed.userId
  await audit(tx, {
    action: 'order.placed_again',
    object: { type: 'order', id: failed.id },
    before: { internalStatus: failed.internalStatus },
    after: { placedAgainAs: id, creditsHeld: detail.creditsHeld, user },
    reason,
  })
  // Lets a reader of the new order's audit entries find the order it came from.
  const isIt = { type: 'order', id }
  await audit(tx, { action: 'order.placed_again', object: isIt, after: { retryOf: failed.id, user }, reason })
  return detail
}

async function getRetryTerms({ db }: TransactionContext, row: OrderRow) {
  const { userId, campaignId, orderName, campaignType, quantity } = row
  const { creditRequired, addPhones, creditsToAddPhones, onePerOwner, onePerAddress } = row
  const what = { userId, campaignId, orderName, campaignType, quantity, creditRequired, addPhones, creditsToAddPhones }
  const [criteria, excluded] = [await findCriteria(db, row.id), await findExcludedCriteria(db, row.id)]
  const delivery = { sort: getOrderSort(row), onePerOwner, onePerAddress }
  const { singlePropertyId } = row
  return { ...what, ...delivery, criteria, excluded, columns: getFileColumns(row), singlePropertyId }
}

const insufficientOwnerCredits = ({ needed, available }: Record<string, unknown>) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `The order needs ${pluralize(Number(needed), 'credit')} and its owner has ${formatNumber(Number(available))}.`,
    { needed, available },
  )

/** CONFLICT when the order is finished: if an administrator and a worker end it at the same time, one of them wins. */
export const failOrderAsAdmin = (
  ctx: Context,
  orderId: string,
  { reason }: OrderActionRequest,
): Promise<AdminOrderDetail> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    const order = await findOrder(db, orderId)
    if (!order) throw notFound('This order')
    const { internalStatus } = await lockOrder(db, orderId)
    await acquireFence(tx, orderId)
    if (!(await failOrder(tx, orderId, reason, { actor: actor.userId })))
      throw appError('CONFLICT', 'This order has already ended.')
    await removeQueuedJob(db, orderId)
    const detail = await getAdminOrderDetail(tx, { adminOrderId: orderId })
    await audit(tx, {
      action: 'order.failed',
      object: { type: 'order', id: orderId },
      before: { internalStatus },
      after: { internalStatus: detail.internalStatus, creditsReleased: detail.creditsReleased, user: order.userId },
      reason,
    })
    return detail
  })
