import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { stopTopUp } from './auto-top-up/auto-top-up.ts'
import type { BillingServices } from './billing-context.ts'
import { selectOpen } from './checkouts.queries.ts'
import { settleUnderWay } from './own-subscription.ts'
import { closeLeft } from './settle/settle-checkout.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findLiveSubscription, lockLiveSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/** UNAVAILABLE where the provider cannot be reached. */
export async function closePages(services: BillingServices, userId: string): Promise<void> {
  if (!services.provider) return
  const live = await findLiveSubscription(services, userId)
  // A change of plan may have undone the cancellation, and its process have died before it was recorded.
  if (live) await syncSubscription(services, live.providerId)
  await closeLeft(services, userId)
}

/**
 * Switches automatic top-up off for an account that closes, in its transaction and after its pages were closed.
 * CONFLICT where something could still be charged.
 */
export async function leaveBilling(
  { db, clock, provider }: Pick<Services, 'db' | 'clock'> & Pick<BillingServices, 'provider'>,
  userId: string,
): Promise<void> {
  const subscription = await lockLiveSubscription({ db, provider }, userId)
  if (subscription) {
    refuseCharges(subscription)
    // One that is being made undoes the cancellation.
    await settleUnderWay({ db, clock }, subscription)
  }
  if ((await selectOpen(db, userId, { isAutomaticToo: true })).some((open) => open.provider === provider?.name))
    throw appError('CONFLICT', 'You have just begun to buy something. Please try again.')
  await stopTopUp(db, userId, 'The account was closed.', clock.now())
}

function refuseCharges({ planName, status, cancelAtPeriodEnd }: SubscriptionRow) {
  // What is unpaid is tried again by itself, until somebody says that it is not wanted.
  if (status === 'PAST_DUE')
    throw appError(
      'CONFLICT',
      `The last month of your ${planName} subscription is unpaid. Cancel it first, then you can close your account.`,
    )
  if (!cancelAtPeriodEnd)
    throw appError(
      'CONFLICT',
      `Your ${planName} subscription would go on. Cancel it first, then you can close your account.`,
    )
}
