import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import type { NewCheckout, ProviderCheckout } from '../provider.ts'
import { findOne, inSandbox, retryUnpaid, sandboxNow } from './in-sandbox.ts'
import { findObject, liveOf } from './sandbox.queries.ts'
import { isOlder, pathWithin, statusAt } from './sandbox-rules.ts'

type Person = { userId: string; email: string; name: string }

/** The customer of a user: the same one, with the email and name that were told last. */
export const createCustomer = (services: Services, person: Person): Promise<string> =>
  inSandbox(services, async ({ db, idOf, save }) => {
    const id = idOf('CUSTOMER', person.userId)
    const known = await findObject(db, 'CUSTOMER', id)
    await save({ ...known, ...person, kind: 'CUSTOMER', id })
    return id
  })

export const openSession = (services: Services, checkout: NewCheckout): Promise<{ id: string; url: string }> =>
  inSandbox(services, async ({ db, idOf, find, save }) => {
    const { checkoutId, customerId, email, item, discount, expiresAt } = checkout
    const id = idOf('SESSION', checkoutId)
    const url = `${services.publicUrl}/sandbox/checkout?session=${id}`
    if (await findObject(db, 'SESSION', id)) return { id, url }
    await find('CUSTOMER', customerId)
    const addresses = {
      returnUrl: within(services, checkout.successUrl),
      cancelUrl: within(services, checkout.cancelUrl),
    }
    const session = { id, customerId, checkoutId, email, item, discount, expiresAt, ...addresses }
    await save({ kind: 'SESSION', status: 'OPEN', ...session })
    return { id, url }
  })

function within({ publicUrl }: Services, address: string): string {
  const path = pathWithin(publicUrl, address)
  if (!path) throw appError('VALIDATION', `${address} is not an address of this portal.`)
  return path
}

export const expireSession = (services: Services, id: string): Promise<void> =>
  inSandbox(services, async ({ find, save }) => {
    const session = await find('SESSION', id)
    if (session.status === 'OPEN') await save({ ...session, status: 'EXPIRED' }, 'checkout.expired')
  })

export async function showSession(services: Services, id: string): Promise<ProviderCheckout> {
  const session = await findOne(services.db, 'SESSION', id)
  const { checkoutId, customerId, item, subscriptionId, invoiceId, paymentId } = session
  return {
    id,
    checkoutId,
    customerId,
    kind: item.kind,
    status: statusAt(session, await sandboxNow(services)),
    ...(subscriptionId && { subscriptionId }),
    ...(invoiceId && { invoiceId }),
    ...(paymentId && { paymentId }),
  }
}

export const takeCard = (services: Services, id: string): Promise<void> =>
  inSandbox(services, async (box) => {
    const { card, ...session } = await box.find('SESSION', id)
    const { customerId } = session
    // Taken already: a card that was put on file since stays.
    if (!card) return
    await box.save(session)
    const customer = await box.find('CUSTOMER', customerId)
    // Told of late: the card that was given since stays.
    if (isOlder(card, customer.card)) return
    await box.save({ ...customer, card }, 'customer.card_changed')
    for (const { card: _, ...subscription } of await liveOf(box.db, customerId)) {
      await box.save(subscription)
      if (subscription.status === 'PAST_DUE') await retryUnpaid(box, subscription)
    }
  })
