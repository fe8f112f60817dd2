import type { AdminOrderDetail, OrderRetry } from '@dooryard/contract/admin-orders'
import { InternalStatus } from '@dooryard/contract/order'
import type { FileColumn } from '@dooryard/contract/vocabularies'
import type { Transaction } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import { retryJobNow } from '../../platform/jobs.queries.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { type DB, inTransaction } from '../../platform/postgres/database.ts'
import { holdOpen } from '../identity/index.ts'
import { findOrderJob, findRetry } from './admin-order.queries.ts'
import { adminOrderDetail } from './admin-order.ts'
import { retryRefusal } from './admin-order-rules.ts'
import { enterOrder } from './enter-order.ts'
import { addFulfilJob } from './fulfil-order.job.ts'
import { findCriteria, findExcluded, findOrder, forgetFailures, lockOrder, type OrderRow } from './orders.queries.ts'
import { refuseWithoutRegistryOf } from './refuse-without-registry.ts'
import { isOver } from './transitions.ts'

type Inside = Omit<Context, 'db'> & { db: Transaction<DB> }

/**
 * Has an order tried again, as an administrator decides. One under way is taken on at once, with all the tries of its step
 * and its job. A failed one stays as it is, for no order leaves the status that it ended in: a new one takes its place,
 * once, with its criteria and at its price, whatever is on offer now, for credits that its owner must have. CONFLICT for
 * one that is being worked on, ended otherwise, was placed again or is not what the administrator decided on any more;
 * UNPROCESSABLE for an owner who may not order it any more; INSUFFICIENT_CREDITS where they have too few. Gives the order
 * that is under way then.
 */
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
    await refuse(inside, order)
    const isFailed = isOver(InternalStatus.parse(order.internalStatus))
    if (expected && isFailed !== (expected === 'FAILED')) throw appError('CONFLICT', hasChanged)
    return isFailed ? placeAgain(inside, order, reason) : tryAgain(inside, order, reason)
  })

const hasChanged = 'This order has gone on in the meantime. Please look at it again before you decide.'

async function refuse({ db }: Inside, { id, userId, campaignId, internalStatus }: OrderRow): Promise<void> {
  const owner = (await ownersOf(db, [userId])).get(userId)
  const refusal = retryRefusal({
    internalStatus: InternalStatus.parse(internalStatus),
    campaignId,
    owner,
    job: await findOrderJob(db, id),
    retriedAs: await findRetry(db, id),
  })
  if (refusal) throw appError(refusal.code, refusal.message)
}

async function tryAgain(inside: Inside, order: OrderRow, reason: string): Promise<AdminOrderDetail> {
  const { id: orderId, userId, failures } = order
  const job = await findOrderJob(inside.db, orderId)
  await forgetFailures(inside.db, orderId)
  // The job that there is keeps its place in its owner's queue, and one that was given up would stay beside a new one.
  if (!job) await addFulfilJob(inside.db, { orderId, userId })
  else if (job.attempts > 0 || !job.isDue) await retryJobNow(inside.db, job.id)
  const detail = await adminOrderDetail(inside, { anybodysId: orderId })
  await audit(inside, {
    action: 'order.tried_again',
    object: { type: 'order', id: orderId },
    before: { internalStatus: order.internalStatus, failures, attempts: job?.attempts ?? null },
    after: { failures: 0, attempts: 0, user: userId },
    reason,
  })
  return detail
}

async function placeAgain(inside: Inside, failed: OrderRow, reason: string): Promise<AdminOrderDetail> {
  const { actor, clock } = inside
  if (failed.campaignType === 'CALL_READY') await refuseWithoutRegistryOf(inside, failed.userId)
  const id = newId()
  const draft = { ...(await termsOf(inside, failed)), id, createdAt: clock.now(), apiKeyId: null, retryOf: failed.id }
  const held = `Held when your failed order was placed again for you: ${reason}`
  try {
    await enterOrder(inside, draft, { actor: actor.userId, reason: held })
  } catch (error) {
    throw isAppError(error) && error.code === 'INSUFFICIENT_CREDITS' ? ownerLacks(error.extra) : error
  }
  const detail = await adminOrderDetail(inside, { anybodysId: id })
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

/** What was ordered, and for what. */
async function termsOf({ db }: Inside, row: OrderRow) {
  const { userId, campaignId, orderName, campaignType, quantity, creditRequired } = row
  const what = { userId, campaignId, orderName, campaignType, quantity, creditRequired }
  // Validated when the order was placed, and never changed since.
  const columns = row.columns as FileColumn[] | null
  const [criteria, excluded] = [await findCriteria(db, row.id), await findExcluded(db, row.id)]
  return { ...what, criteria, excluded, columns }
}

const ownerLacks = ({ needed, available }: Record<string, unknown>) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `The order needs ${plural(Number(needed), 'credit')} and its owner has ${formatNumber(Number(available))}.`,
    { needed, available },
  )
