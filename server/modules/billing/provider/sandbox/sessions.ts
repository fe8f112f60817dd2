import type { BillingDetails } from '@dooryard/contract/billing/billing-details'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import type { NewCheckout, ProviderCheckout } from '../provider.ts'
import { findObject, listLiveSubscriptions } from './sandbox.queries.ts'
import { requireSandboxObject, retryUnpaid, sandboxNow, withOpenSandbox, withSandboxLock } from './sandbox-context.ts'
import { getSessionStatus, isOlderCard, toLocalPath } from './sandbox-rules.ts'

type CustomerInput = { userId: string; email: string; name: string }

/** The customer of a user: always the same one, with the email and name passed last. */
export const createCustomer = (services: Services, person: CustomerInput): Promise<string> =>
  withSandboxLock(services, async ({ db, deriveId, save }) => {
    const id = deriveId('CUSTOMER', person.userId)
    const known = await findObject(db, 'CUSTOMER', id)
    await save({ ...known, ...person, kind: 'CUSTOMER', id })
    return id
  })

export const updateCustomer = (services: Services, id: string, details: BillingDetails): Promise<void> =>
  withSandboxLock(services, async ({ find, save }) => {
    await save({ ...(await find('CUSTOMER', id)), name: details.name, details })
  })

export const clearCustomer = (services: Services, id: string, person?: { name: string }): Promise<void> =>
  withSandboxLock(services, async ({ find, save }) => {
    const { details: _, ...customer } = await find('CUSTOMER', id)
    await save({ ...customer, ...(person ?? { name: '', email: '' }) })
  })

export const createSession = (services: Services, checkout: NewCheckout): Promise<{ id: string; url: string }> =>
  withOpenSandbox(services, async ({ db, deriveId, find, save }) => {
    const { checkoutId, customerId, email, item, discount, expiresAt } = checkout
    const id = deriveId('SESSION', checkoutId)
    const addresses = {
      returnUrl: toLocalAddress(services, checkout.successUrl),
      cancelUrl: toLocalAddress(services, checkout.cancelUrl),
    }
    // Under the address that the payer comes from, which alone has their session.
    const url = `${new URL(checkout.successUrl).origin}/sandbox/checkout?session=${id}`
    if (await findObject(db, 'SESSION', id)) return { id, url }
    await find('CUSTOMER', customerId)
    const session = { id, customerId, checkoutId, email, item, discount, expiresAt, ...addresses }
    await save({ kind: 'SESSION', status: 'OPEN', ...session })
    return { id, url }
  })

function toLocalAddress(services: Services, address: string): string {
  const path = toLocalPath(services, address)
  if (!path) throw appError('VALIDATION', `${address} is not an address of this portal.`)
  return path
}

export const expireSession = (services: Services, id: string): Promise<void> =>
  withSandboxLock(services, async ({ find, save }) => {
    const session = await find('SESSION', id)
    if (session.status === 'OPEN') await save({ ...session, status: 'EXPIRED' }, 'checkout.expired')
  })

export async function getSession(services: Services, id: string): Promise<ProviderCheckout> {
  const session = await requireSandboxObject(services.db, 'SESSION', id)
  const { checkoutId, customerId, item, subscriptionId, invoiceId, paymentId } = session
  return {
    id,
    checkoutId,
    customerId,
    kind: item.kind,
    status: getSessionStatus(session, await sandboxNow(services)),
    ...(subscriptionId && { subscriptionId }),
    ...(invoiceId && { invoiceId }),
    ...(paymentId && { paymentId }),
  }
}

export const setDefaultCard = (services: Services, id: string): Promise<void> =>
  withSandboxLock(services, async (sandbox) => {
    const { card, ...session } = await sandbox.find('SESSION', id)
    const { customerId } = session
    // Already applied: a card put on file since then stays.
    if (!card) return
    await sandbox.save(session)
    const customer = await sandbox.find('CUSTOMER', customerId)
    // Applied late: the newer card stays.
    if (isOlderCard(card, customer.card)) return
    await sandbox.save({ ...customer, card }, 'customer.card_changed')
    for (const { card: _, ...subscription } of await listLiveSubscriptions(sandbox.db, customerId)) {
      await sandbox.save(subscription)
      if (subscription.status === 'PAST_DUE') await retryUnpaid(sandbox, subscription)
    }
  })
