import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { stopTopUp } from '../auto-top-up/auto-top-up.ts'
import type { BillingServices } from '../billing-context.ts'
import { listOpenCheckouts } from '../checkout/checkouts.queries.ts'
import { clearBillingDetails } from '../invoices/details/billing-details.ts'
import { expireUnpaidCheckouts } from '../sync/complete-checkout.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { recoverPlanChanges } from './owned-subscription.ts'
import { findLiveSubscription, lockLiveSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/** Throws UNAVAILABLE if the provider is unreachable. */
export async function expireOpenCheckouts(services: BillingServices, userId: string): Promise<void> {
  if (!services.provider) return
  const live = await findLiveSubscription(services, userId)
  // A plan change may have undone the cancellation and its process died before recording it.
  if (live) await syncSubscription(services, live.providerId)
  await expireUnpaidCheckouts(services, userId)
}

/**
 * Disables automatic top-up and deletes the billing details of an account being closed, inside its transaction and
 * after its checkouts were expired; a job removes the name, address, tax ids and email at the payment provider. Throws
 * CONFLICT if something could still be charged.
 */
export async function closeBillingAccount(
  { db, clock, provider }: Pick<Services, 'db' | 'clock'> & Pick<BillingServices, 'provider'>,
  userId: string,
): Promise<void> {
  const subscription = await lockLiveSubscription({ db, provider }, userId)
  if (subscription) {
    assertNoFurtherCharges(subscription)
    // A plan change in progress would undo the cancellation.
    await recoverPlanChanges({ db, clock }, subscription)
  }
  if ((await listOpenCheckouts(db, userId, { isAutomaticToo: true })).some((open) => open.provider === provider?.name))
    throw appError('CONFLICT', 'A purchase is in progress. Please try again.')
  await clearBillingDetails(db, userId)
  await stopTopUp(db, userId, 'The account was closed.', clock.now())
}

function assertNoFurtherCharges({ planName, status, cancelAtPeriodEnd }: SubscriptionRow) {
  // An unpaid month is retried automatically until the user cancels.
  if (status === 'PAST_DUE')
    throw appError(
      'CONFLICT',
      `The last month of your ${planName} subscription is unpaid. Cancel it first, then you can close your account.`,
    )
  if (!cancelAtPeriodEnd)
    throw appError(
      'CONFLICT',
      `Your ${planName} subscription would continue. Cancel it first, then you can close your account.`,
    )
}
