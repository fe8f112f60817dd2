import { hourMs } from '@dooryard/contract/api/time'
import { sql } from 'kysely'
import { newId } from '../../../../platform/util/ids.ts'
import type { Portal } from '../../../../test/portal.ts'
import type { CheckoutItem, NewCheckout, PaymentProvider, PlanTerms } from '../provider.ts'
import { cardWithBehavior, payWith } from './pay.fixture.ts'
import { signatureHeader, signEvent } from './sign-event.ts'

export const growth: PlanTerms = {
  planId: newId(),
  name: 'Growth',
  interval: 'MONTH',
  price: 14_900,
  currency: 'USD',
  credits: 4000,
}
export const scale: PlanTerms = {
  planId: newId(),
  name: 'Scale',
  interval: 'MONTH',
  price: 49_900,
  currency: 'USD',
  credits: 16_000,
}
export const starter: PlanTerms = {
  planId: newId(),
  name: 'Starter',
  interval: 'MONTH',
  price: 4900,
  currency: 'USD',
  credits: 1000,
}
export const pack = { kind: 'PACK', packId: newId(), name: '500 credits', price: 3500, currency: 'USD' } as const
export const growthItem = { kind: 'SUBSCRIPTION', plan: growth } as const
export const cardItem = { kind: 'PAYMENT_METHOD', currency: 'USD' } as const

export function requireSandboxProvider(portal: Portal): PaymentProvider {
  if (!portal.billing.provider) throw new Error('nobody takes the money')
  return portal.billing.provider
}

/** Creates a customer that exists only in the sandbox. */
export const createTestCustomer = (portal: Portal, userId: string = newId()) =>
  requireSandboxProvider(portal).createCustomer({ userId, email: 'tess@example.com', name: 'Tess Sampleton' })

export async function createTestCheckout(
  portal: Portal,
  customerId: string,
  item: CheckoutItem,
  more: Partial<NewCheckout> = {},
) {
  const provider = requireSandboxProvider(portal)
  const checkoutId = newId()
  const expiresAt = new Date((await provider.now()).getTime() + hourMs)
  const successUrl = `http://localhost:3000/portal/settings/billing?checkout=${checkoutId}`
  const cancelUrl = `http://localhost:3000/portal/settings/billing?cancelled=${checkoutId}`
  const given = { checkoutId, customerId, email: 'tess@example.com', item, discount: 0, expiresAt }
  const checkout = { ...given, successUrl, cancelUrl, ...more }
  return { ...(await provider.createCheckout(checkout)), given: checkout }
}

/** The queued events of a customer that were not delivered yet, in order. */
export async function listEvents(portal: Portal, customerId: string) {
  const { rows } = await sql<{ text: string }>`
    select jobs.payload->>'text' as text
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'deliver-sandbox-event' and jobs.payload->>'text' like ${`%"${customerId}"%`}
    order by jobs.id`.execute(portal.db)
  const provider = requireSandboxProvider(portal)
  const events = rows.map(({ text }) => {
    const header = signEvent(portal.services, text)
    return provider.readEvent({ text, header: (name) => (name === signatureHeader ? header : undefined) })
  })
  return Promise.all(events)
}

/** Creates a sandbox customer with a Growth subscription paid with this card. */
export async function createSandboxSubscriber(
  portal: Portal,
  does: Parameters<typeof cardWithBehavior>[0] = 'SUCCEEDS',
) {
  const customerId = await createTestCustomer(portal)
  const { id, url } = await createTestCheckout(portal, customerId, growthItem)
  await payWith(portal, url, cardWithBehavior(does))
  const { subscriptionId = '', invoiceId = '' } = await requireSandboxProvider(portal).checkout(id)
  return { customerId, subscriptionId, invoiceId }
}

/** Puts another card on file, as a customer does. */
export async function changeCard(portal: Portal, customerId: string, does: Parameters<typeof cardWithBehavior>[0]) {
  const { id, url } = await createTestCheckout(portal, customerId, cardItem)
  await payWith(portal, url, cardWithBehavior(does))
  await requireSandboxProvider(portal).takePaymentMethod(id)
}
