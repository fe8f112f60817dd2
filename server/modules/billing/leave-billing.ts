import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { stopTopUp } from './auto-top-up/stop-top-up.ts'
import type { BillingServices } from './billing-context.ts'
import { settleUnderWay } from './changes-under-way.ts'
import { selectOpen } from './checkouts.queries.ts'
import { closeUnpaid } from './close-unpaid.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findLiveSubscription, lockLiveSubscription } from './subscriptions.queries.ts'

/**
 * Closes the pages on which a user could still pay, and hears whether their subscription goes on. UNAVAILABLE where the
 * provider cannot be reached.
 */
export async function closePages(services: BillingServices, userId: string): Promise<void> {
  if (!services.provider) return
  const live = await findLiveSubscription(services, userId)
  // A change of plan may have undone the cancellation, and its process have died before it was recorded.
  if (live) await syncSubscription(services, live.providerId)
  for (const open of await selectOpen(services.db, userId)) await closeUnpaid(services, open)
}

/**
 * Sees to it that nothing more is charged to an account that closes, in its transaction and under its lock, after the
 * pages were closed: CONFLICT where something could still be charged, and automatic top-up is off.
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

type Live = { planName: string; status: string; cancelAtPeriodEnd: boolean }

function refuseCharges({ planName, status, cancelAtPeriodEnd }: Live) {
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
