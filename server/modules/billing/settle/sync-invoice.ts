import type { BillingServices } from '../billing-context.ts'
import { providerOf } from '../billing-context.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Records what an invoice of a subscription is now. All of the subscription is recorded with it, since what lapses at a
 * renewal depends on what came before.
 */
export async function syncInvoice(services: BillingServices, id: string): Promise<void> {
  const invoice = await providerOf(services).invoice(id)
  await syncSubscription(services, invoice.subscriptionId, invoice)
}
