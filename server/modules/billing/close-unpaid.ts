import { type BillingServices, providerOf } from './billing-context.ts'
import { type OpenCheckout, selectOpen } from './checkouts.queries.ts'
import { closePage } from './settle/close-page.ts'
import { endUnpaid } from './settle/end-unpaid.ts'
import { settleCheckout } from './settle/settle-checkout.ts'

/**
 * Ends a purchase that nobody has paid: first at the provider, so that nobody can pay it any more, then here, and its
 * coupon is free again. One that turns out to be paid is settled instead.
 */
export async function closeUnpaid(
  services: BillingServices,
  { id, provider: name, providerId }: OpenCheckout,
): Promise<void> {
  const provider = providerOf(services)
  // Of a provider that the portal no longer has it cannot be known.
  if (provider.name !== name) return
  // Without it nobody was ever shown the page.
  if (providerId && (await closePage(provider, providerId))) {
    await settleCheckout(services, id)
    if ((await provider.checkout(providerId)).status !== 'EXPIRED') return
  }
  await endUnpaid(services, id, 'EXPIRED')
}

/** Closes what a user left unpaid: whoever buys again would find their coupon in use by it. */
export async function closeLeft(
  services: BillingServices,
  userId: string,
  which: Parameters<typeof selectOpen>[2],
): Promise<void> {
  for (const left of await selectOpen(services.db, userId, which)) await closeUnpaid(services, left)
}
