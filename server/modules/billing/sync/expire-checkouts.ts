import { isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { releaseCoupon } from '../../coupons/index.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import {
  endCheckout,
  endUnopenedCheckout,
  findCheckout,
  listOpenCheckouts,
  type OpenCheckout,
} from '../checkout/checkouts.queries.ts'

type Complete = (services: BillingServices, id: string) => Promise<void>

/** Expires an open checkout. One that turns out to be paid is left to `complete`, or to its event. */
export async function expireOpenCheckout(
  services: BillingServices,
  { id, provider: name, providerId }: OpenCheckout,
  complete?: Complete,
): Promise<void> {
  const provider = requireProvider(services)
  // The checkout of another provider cannot be checked.
  if (provider.name !== name) return
  if (!providerId) return expireUnopenedCheckout(services, id, complete)
  if (await expireProviderSession(services, providerId)) {
    await complete?.(services, id)
    if ((await provider.checkout(providerId)).status !== 'EXPIRED') return
  }
  await endUnpaidCheckout(services, id, 'EXPIRED')
}

/**
 * Without a provider id the page was never shown. One that has been opened since the checkout was read is expired too:
 * it could be paid at the price of a coupon that was released.
 */
async function expireUnopenedCheckout(services: BillingServices, id: string, complete?: Complete): Promise<void> {
  const hasEnded = await inTransaction(services, async ({ db, clock }) => {
    const ended = await endUnopenedCheckout(db, id, clock.now())
    if (ended) await releaseCoupon(db, id)
    return ended !== undefined
  })
  const opened = hasEnded ? undefined : await findCheckout(services.db, id)
  if (opened?.status === 'OPEN') await expireOpenCheckout(services, opened, complete)
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
