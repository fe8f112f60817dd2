import type { BillingServices } from './billing-context.ts'
import { findRecorded, listOverdue } from './settle/subscription-rows.queries.ts'
import { syncSubscription } from './settle/sync-subscription.ts'

/**
 * Ends the subscriptions whose days of grace are over. Each is looked at first, since it may have been paid for, and
 * again after. One that cannot be ended now holds up no other, and is ended by the next round.
 */
export async function endGrace(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  for (const { providerId } of await listOverdue(db, provider.name, await provider.now())) {
    try {
      await endOverdue(services, providerId)
    } catch (error) {
      log.warn({ err: error, subscription: providerId }, 'a subscription past its grace could not be ended')
    }
  }
}

async function endOverdue(services: BillingServices, providerId: string) {
  const { db, provider } = services
  if (!provider) return
  await syncSubscription(services, providerId)
  const found = await findRecorded(db, provider.name, providerId)
  if (found?.status !== 'PAST_DUE') return
  // Another process may have ended it in this very moment, or its payer have paid; the provider ends it once.
  await provider.endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(services, providerId)
}
