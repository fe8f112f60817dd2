import { isAppError } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { releaseCoupon } from '../../coupons/index.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import { endCheckout, type OpenCheckout, selectOpen } from '../checkouts.queries.ts'

/** One that turns out to be paid is left to `settle`, or to the event that tells of it. */
export async function closePage(
  services: BillingServices,
  { id, provider: name, providerId }: OpenCheckout,
  settle?: (services: BillingServices, id: string) => Promise<void>,
): Promise<void> {
  const provider = providerOf(services)
  // Of a provider that the portal no longer has it cannot be known.
  if (provider.name !== name) return
  // Without an id of the provider nobody was ever shown the page.
  if (providerId && (await expirePage(services, providerId))) {
    await settle?.(services, id)
    if ((await provider.checkout(providerId)).status !== 'EXPIRED') return
  }
  await endUnpaid(services, id, 'EXPIRED')
}

/** False where the provider knows of no such page, as after a change of account: nobody can pay there either. */
async function expirePage(services: BillingServices, sessionId: string): Promise<boolean> {
  try {
    await providerOf(services).expireCheckout(sessionId)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** Gives the coupon back; nothing where it has ended already. */
export const endUnpaid = (services: Pick<BillingServices, 'db' | 'clock'>, id: string, status: 'FAILED' | 'EXPIRED') =>
  inTransaction(services, async ({ db, clock }) => {
    if (await endCheckout(db, id, status, clock.now())) await releaseCoupon(db, id)
  })

/** What cannot be closed is left to its end: one that is paid all the same is paid back. */
export async function closePlanPages(services: BillingServices, userId: string): Promise<void> {
  for (const open of await selectOpen(services.db, userId, { kind: 'SUBSCRIPTION' }))
    await closePage(services, open).catch((error) =>
      services.log.warn({ err: error, checkoutId: open.id }, 'a page to pay for a second subscription stays open'),
    )
}
