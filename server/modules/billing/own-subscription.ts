import { appError } from '../../platform/errors.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findLiveSubscription, isPeriodPaid, type SubscriptionRow } from './subscriptions.queries.ts'

/**
 * The caller's live subscription in the period that runs now, which is paid for or past due, or a CONFLICT in words.
 * The provider is asked only where what is recorded would be refused.
 */
export async function runningSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw none()
  return (await refusalNow(ctx, known)) === undefined ? known : refreshedSubscription(ctx)
}

/** The same, asked of the provider in any case. */
export async function refreshedSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw none()
  await syncSubscription(ctx, known.providerId)
  const renewed = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!renewed) throw none()
  const refusal = await refusalNow(ctx, renewed)
  if (refusal) throw appError('CONFLICT', refusal)
  return renewed
}

// A change that is begun in the last minute could be made in the next period, at another price.
const marginMs = 60_000

async function refusalNow(ctx: BillingContext, subscription: SubscriptionRow): Promise<string | undefined> {
  const soon = new Date((await providerOf(ctx).now()).getTime() + marginMs)
  // What is to be done about a payment that failed is said by the rules of changes.
  if (subscription.status === 'PAST_DUE') return undefined
  if (soon >= subscription.periodEnd) return 'Your subscription is being renewed. Please try again in a few minutes.'
  // A provider may begin a month well before it takes the money for it. Until then the invoice could still change with
  // the plan, and the credits of a change would lapse with the renewal that comes after it.
  if (!(await isPeriodPaid(ctx.db, subscription))) return 'Your renewal is being paid. Please try again in an hour.'
  return undefined
}

const none = () => appError('CONFLICT', 'You have no subscription to change. Choose a plan to subscribe to.')
