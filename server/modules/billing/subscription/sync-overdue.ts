import { hourMs } from '@dooryard/contract/api/time'
import { isAppError } from '../../../platform/errors/app-error.ts'
import { retryExhaustedJobs } from '../../../platform/jobs/jobs.ts'
import type { BillingServices } from '../billing-context.ts'
import { applyEventJob } from '../events/receive-event.ts'
import { finishRefundJob } from '../payments/submit-refund.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import {
  findSubscriptionByProviderId,
  listOverdueRenewals,
  listOverdueSubscriptions,
  listSubscriptionsToCancel,
} from './subscriptions.queries.ts'

// A renewal is a draft for about an hour before it is charged, and its event arrives a while later.
const renewalTimeoutMs = 2 * hourMs

/**
 * Makes up for missing events: syncs the subscriptions whose month ended hours ago, retries failed event and refund
 * jobs, and ends the subscriptions of inactive accounts. One failure does not stop the others.
 */
export async function syncOverdueSubscriptions(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  for (const job of [applyEventJob, finishRefundJob]) await retryExhaustedJobs(db, job)
  const before = new Date((await provider.now()).getTime() - renewalTimeoutMs)
  const unrenewed = await listOverdueRenewals(db, provider.name, before)
  for (const { providerId } of [...unrenewed, ...(await listSubscriptionsToCancel(db, provider.name))]) {
    try {
      await syncSubscription(services, providerId)
    } catch (error) {
      log.warn(
        { err: error, subscription: providerId },
        'a subscription that is to end or to be renewed could not be looked at',
      )
      if (isAppError(error) && error.code === 'UNAVAILABLE') return
    }
  }
}

/** One that cannot be ended now is ended by the next run. */
export async function endGracePeriods(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  for (const { providerId } of await listOverdueSubscriptions(db, provider.name, await provider.now())) {
    try {
      await endOverdue(services, provider, providerId)
    } catch (error) {
      log.warn({ err: error, subscription: providerId }, 'a subscription past its grace could not be ended')
    }
  }
}

/** Syncs first, since it may have been paid, and again afterwards. */
async function endOverdue(services: BillingServices, provider: PaymentProvider, providerId: string) {
  await syncSubscription(services, providerId)
  const found = await findSubscriptionByProviderId(services.db, provider.name, providerId)
  if (found?.status !== 'PAST_DUE') return
  // Another process may have ended it at this very moment, or it may have been paid; the provider ends it once.
  await provider.endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(services, providerId)
}
