import type { Subscription } from '@dooryard/contract/subscriptions'
import { audit } from '../../platform/audit.ts'
import { appError, isAppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { settleUnderWay } from './changes-under-way.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import {
  findLiveSubscription,
  findSubscription,
  lockLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts'

/**
 * Ends the caller's subscription with the period that is paid for, where it is paid for, and at once where it is not:
 * then nothing more is asked for it. Once more changes nothing. CONFLICT where there is none, or while its plan is
 * being changed, which would undo it.
 */
export async function cancelSubscription(ctx: BillingContext): Promise<Subscription> {
  const { db, actor } = ctx
  const known = await findLiveSubscription(ctx, actor.userId)
  if (!known) throw none()
  await syncSubscription(ctx, known.providerId)
  const subscription = await noteAsked(ctx)
  if (subscription.status === 'PAST_DUE') await endUnpaid(ctx, subscription)
  else if (!subscription.cancelAtPeriodEnd) await askToEnd(ctx, subscription)
  return presentSubscription((await findSubscription(db, subscription.id)) ?? subscription)
}

/** Audited before it is done, as what a process that dies has asked for is done all the same. */
const noteAsked = (ctx: BillingContext): Promise<SubscriptionRow> =>
  inTransaction(ctx, async (inside) => {
    const subscription = await lockLiveSubscription(inside, inside.actor.userId)
    if (!subscription) throw none()
    await settleUnderWay(inside, subscription)
    const { id, status, cancelAtPeriodEnd } = subscription
    if (!cancelAtPeriodEnd || status === 'PAST_DUE')
      await audit(inside, { action: 'subscription.cancel_requested', object: { type: 'subscription', id } })
    return subscription
  })

/** Paid in this very moment, it is one that ends with its period. */
async function endUnpaid(ctx: BillingContext, { id, providerId }: SubscriptionRow) {
  await providerOf(ctx).endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(ctx, providerId)
  const left = await findSubscription(ctx.db, id)
  if (left?.status === 'ACTIVE' && !left.cancelAtPeriodEnd) await askToEnd(ctx, left)
}

async function askToEnd(ctx: BillingContext, subscription: SubscriptionRow) {
  const { providerId } = subscription
  try {
    await providerOf(ctx).setCancelAtPeriodEnd(providerId, true)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'UNPROCESSABLE') throw error
    // It has ended, and that was not told of yet.
    await syncSubscription(ctx, providerId)
    throw appError('CONFLICT', error.message)
  }
  await syncSubscription(ctx, providerId)
}

const none = () => appError('CONFLICT', 'You have no subscription to cancel.')
