import { hourMs } from '@dooryard/contract/time'
import { isAppError } from '../../platform/errors.ts'
import { retryGivenUpJobs } from '../../platform/jobs.ts'
import type { BillingServices } from './billing-context.ts'
import type { PaymentProvider } from './provider.ts'
import { applyEventJob } from './receive-event.ts'
import { finishRefundJob } from './settle/refund-payment.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { findRecorded, listOverdue, listUnrenewed, listUnwanted } from './subscriptions.queries.ts'

// A renewal is a draft for about an hour before it is charged, and its event comes a while after.
const renewedWithinMs = 2 * hourMs

/**
 * Makes up for events that never came: looks at the subscriptions whose month was over hours ago, has events and
 * refunds tried again that were given up, and ends the subscriptions of accounts not in use. One that fails holds up no
 * other.
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

/** One that cannot be ended now is ended by the next round. */
export async function endGrace(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  for (const { providerId } of await listOverdue(db, provider.name, await provider.now())) {
    try {
      await endOverdue(services, provider, providerId)
    } catch (error) {
      log.warn({ err: error, subscription: providerId }, 'a subscription past its grace could not be ended')
    }
  }
}

/** Looked at first, since it may have been paid for, and again after. */
async function endOverdue(services: BillingServices, provider: PaymentProvider, providerId: string) {
  await syncSubscription(services, providerId)
  const found = await findRecorded(services.db, provider.name, providerId)
  if (found?.status !== 'PAST_DUE') return
  // Another process may have ended it in this very moment, or its payer have paid; the provider ends it once.
  await provider.endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(services, providerId)
}
