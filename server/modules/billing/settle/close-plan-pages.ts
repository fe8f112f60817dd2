import { type BillingServices, providerOf } from '../billing-context.ts'
import { type OpenCheckout, selectOpen } from '../checkouts.queries.ts'
import { closePage } from './close-page.ts'
import { endUnpaid } from './end-unpaid.ts'

/**
 * Closes the pages on which somebody who has a subscription could pay for another. What cannot be closed is left to its
 * end: one that is paid all the same is paid back.
 */
export async function closePlanPages(services: BillingServices, userId: string): Promise<void> {
  for (const open of await selectOpen(services.db, userId, { kind: 'SUBSCRIPTION' }))
    await closePlanPage(services, open).catch((error) =>
      services.log.warn({ err: error, checkoutId: open.id }, 'a page to pay for a second subscription stays open'),
    )
}

async function closePlanPage(services: BillingServices, { id, provider: name, providerId }: OpenCheckout) {
  const provider = providerOf(services)
  if (name !== provider.name) return
  if (providerId && (await closePage(provider, providerId)))
    if ((await provider.checkout(providerId)).status !== 'EXPIRED')
      // One that is paid tells of itself.
      return
  await endUnpaid(services, id, 'EXPIRED')
}
