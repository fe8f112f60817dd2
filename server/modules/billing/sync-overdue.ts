import { isAppError } from '../../platform/errors.ts'
import { retryGivenUpJobs } from '../../platform/jobs.ts'
import type { BillingServices } from './billing-context.ts'
import { applyEventJob } from './payment-events.job.ts'
import { finishRefundJob } from './settle/ask-for-refund.ts'
import { listUnrenewed, listUnwanted } from './settle/subscription-rows.queries.ts'
import { syncSubscription } from './settle/sync-subscription.ts'

// A renewal is a draft for about an hour before it is charged, and its event comes a while after.
const renewedWithinMs = 2 * 60 * 60_000

/**
 * Makes up for events that never came: looks at the subscriptions whose month was over hours ago and that no renewal
 * and no end was heard of, and has the events and refunds tried again that were given up. Looks also at those of accounts that are
 * not in use any more, which end with their month by that. One that cannot be looked at holds up no other.
 */
export async function syncOverdue(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  for (const job of [applyEventJob, finishRefundJob]) await retryGivenUpJobs(db, job)
  const before = new Date((await provider.now()).getTime() - renewedWithinMs)
  const unrenewed = await listUnrenewed(db, provider.name, before)
  for (const { providerId } of [...unrenewed, ...(await listUnwanted(db, provider.name))]) {
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
