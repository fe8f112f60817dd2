import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import type { Context } from '../../platform/context.ts'
import { errorLine } from '../../platform/error-line.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { type AdminFacts, findAdminFacts, findOrderJob, type OrderJobRow } from './admin-order.queries.ts'
import { mayFail, retryRefusal } from './admin-order-rules.ts'
import { type AnybodysPlace, orderDetail, readableOrderRow } from './own-order.ts'
import { isOver } from './transitions.ts'

/**
 * An order of anybody's as an administrator sees it: what its owner sees, whose it is, what its job is at, and what may be
 * done about it. NOT_FOUND where it is of another campaign than said.
 */
export async function adminOrderDetail(ctx: Context, place: AnybodysPlace): Promise<AdminOrderDetail> {
  const { userId, campaignId } = await readableOrderRow(ctx, place)
  const [detail, facts, owners, queued] = await Promise.all([
    orderDetail(ctx, place),
    findAdminFacts(ctx.db, place.anybodysId),
    ownersOf(ctx.db, [userId]),
    findOrderJob(ctx.db, place.anybodysId),
  ])
  const { internalStatus } = detail
  const user = owners.get(userId)
  if (!user) throw new Error(`order ${detail.id} is nobody's`)
  const job = isOver(internalStatus) ? undefined : queued
  const retriedAs = facts.retriedAs ?? undefined
  const refusal = retryRefusal({ internalStatus, campaignId, owner: user, job, retriedAs })
  return {
    ...detail,
    user,
    ...presentFacts(facts),
    ...(job && { job: presentJob(job) }),
    mayRetry: refusal === null,
    mayFail: mayFail(internalStatus),
  }
}

const presentFacts = ({ updatedAt, failures, putOff, retryOf, retriedAs, keyId, keyName }: AdminFacts) => ({
  updatedAt: updatedAt.toISOString(),
  failures,
  ...(putOff !== null && { putOff }),
  ...(retryOf !== null && { retryOf }),
  ...(retriedAs !== null && { retriedAs }),
  ...(keyId !== null && keyName !== null && { placedWithKey: { id: keyId, name: keyName } }),
})

const presentJob = ({ id: _id, isDue: _isDue, lastError, runAt, ...job }: OrderJobRow) => ({
  ...job,
  runAt: runAt.toISOString(),
  ...(lastError !== null && { lastError: errorLine(lastError) }),
})
