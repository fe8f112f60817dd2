import { hourMs } from '@dooryard/contract/time'
import { sql } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import type { Portal } from '../../../test/portal.ts'
import type { CheckoutItem, NewCheckout, PaymentProvider, PlanTerms } from '../provider.ts'
import { cardThat, payWith } from './pay.fixture.ts'
import { signatureHeader, signEvent } from './sign-event.ts'

export const growth: PlanTerms = { planId: newId(), name: 'Growth', price: 14_900, currency: 'USD', credits: 4000 }
export const scale: PlanTerms = { planId: newId(), name: 'Scale', price: 49_900, currency: 'USD', credits: 16_000 }
export const starter: PlanTerms = { planId: newId(), name: 'Starter', price: 4900, currency: 'USD', credits: 1000 }
export const pack = { kind: 'PACK', packId: newId(), name: '500 credits', price: 3500, currency: 'USD' } as const
export const toGrowth = { kind: 'SUBSCRIPTION', plan: growth } as const
export const newCard = { kind: 'PAYMENT_METHOD', currency: 'USD' } as const

export function providerIn(portal: Portal): PaymentProvider {
  if (!portal.billing.provider) throw new Error('nobody takes the money')
  return portal.billing.provider
}

/** A customer of the sandbox alone. */
export const customerOf = (portal: Portal, userId: string = newId()) =>
  providerIn(portal).createCustomer({ userId, email: 'tess@example.com', name: 'Tess Sampleton' })

export async function checkoutOf(
  portal: Portal,
  customerId: string,
  item: CheckoutItem,
  more: Partial<NewCheckout> = {},
) {
  const provider = providerIn(portal)
  const checkoutId = newId()
  const expiresAt = new Date((await provider.now()).getTime() + hourMs)
  const successUrl = `http://localhost:3000/portal/settings/billing?checkout=${checkoutId}`
  const cancelUrl = `http://localhost:3000/portal/settings/billing?cancelled=${checkoutId}`
  const given = { checkoutId, customerId, email: 'tess@example.com', item, discount: 0, expiresAt }
  const checkout = { ...given, successUrl, cancelUrl, ...more }
  return { ...(await provider.createCheckout(checkout)), given: checkout }
}

/** What the sandbox has told of a customer and nobody has fetched yet, in order. */
export async function eventsOf(portal: Portal, customerId: string) {
  const { rows } = await sql<{ text: string }>`
    select jobs.payload->>'text' as text
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'deliver-sandbox-event' and jobs.payload->>'text' like ${`%"${customerId}"%`}
    order by jobs.id`.execute(portal.db)
  const provider = providerIn(portal)
  const events = rows.map(({ text }) => {
    const header = signEvent(portal.services, text)
    return provider.readEvent({ text, header: (name) => (name === signatureHeader ? header : undefined) })
  })
  return Promise.all(events)
}

/** A customer of the sandbox with a Growth subscription, paid with this card. */
export async function subscriberOf(portal: Portal, does: Parameters<typeof cardThat>[0] = 'SUCCEEDS') {
  const customerId = await customerOf(portal)
  const { id, url } = await checkoutOf(portal, customerId, toGrowth)
  await payWith(portal, url, cardThat(does))
  const { subscriptionId = '', invoiceId = '' } = await providerIn(portal).checkout(id)
  return { customerId, subscriptionId, invoiceId }
}

/** Puts another card on file, as a customer does. */
export async function changeCard(portal: Portal, customerId: string, does: Parameters<typeof cardThat>[0]) {
  const { id, url } = await checkoutOf(portal, customerId, newCard)
  await payWith(portal, url, cardThat(does))
  await providerIn(portal).takePaymentMethod(id)
}
