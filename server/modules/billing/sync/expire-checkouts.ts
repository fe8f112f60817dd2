import { isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { releaseCoupon } from '../../coupons/index.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import { endCheckout, listOpenCheckouts, type OpenCheckout } from '../checkout/checkouts.queries.ts'

/** Expires an open checkout. One that turns out to be paid is left to `complete`, or to its event. */
export async function expireOpenCheckout(
  services: BillingServices,
  { id, provider: name, providerId }: OpenCheckout,
  complete?: (services: BillingServices, id: string) => Promise<void>,
): Promise<void> {
  const provider = requireProvider(services)
  // The checkout of another provider cannot be checked.
  if (provider.name !== name) return
  // Without a provider id, the page was never shown.
  if (providerId && (await expireProviderSession(services, providerId))) {
    await complete?.(services, id)
    if ((await provider.checkout(providerId)).status !== 'EXPIRED') return
  }
  await endUnpaidCheckout(services, id, 'EXPIRED')
}

/** Returns false if the provider does not know the session, as after a change of account: it cannot be paid either. */
async function expireProviderSession(services: BillingServices, sessionId: string): Promise<boolean> {
  try {
    await requireProvider(services).expireCheckout(sessionId)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** Releases the coupon; does nothing if the checkout has already ended. */
export const endUnpaidCheckout = (
  services: Pick<BillingServices, 'db' | 'clock'>,
  id: string,
  status: 'FAILED' | 'EXPIRED',
) =>
  inTransaction(services, async ({ db, clock }) => {
    if (await endCheckout(db, id, status, clock.now())) await releaseCoupon(db, id)
  })

/** A checkout that cannot be expired now expires later; if it is paid after all, the payment is refunded. */
export async function expirePlanCheckouts(services: BillingServices, userId: string): Promise<void> {
  for (const open of await listOpenCheckouts(services.db, userId, { kind: 'SUBSCRIPTION' }))
    await expireOpenCheckout(services, open).catch((error) =>
      services.log.warn({ err: error, checkoutId: open.id }, 'a page to pay for a second subscription stays open'),
    )
}
