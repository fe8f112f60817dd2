import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { payWith } from './pay.fixture.ts'
import { checkoutOf, customerOf, eventsOf, toGrowth } from './sandbox.fixture.ts'
import { sandboxTasks } from './sandbox.job.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const received = (customerId: string) =>
  portal.db
    .selectFrom('paymentEvents')
    .select(['provider', 'type', 'objectKind', 'objectId'])
    .where('customerId', '=', customerId)
    .orderBy('type')
    .execute()

test('what changes in the sandbox is told to the portal, each change once', async () => {
  const customerId = await customerOf(portal)
  const { id, url } = await checkoutOf(portal, customerId, toGrowth)
  const { status } = await payWith(portal, url)
  expect(status).toBe(200)
  await expect.poll(() => received(customerId)).toHaveLength(4)
  expect(await received(customerId)).toMatchObject([
    { provider: 'SANDBOX', type: 'checkout.paid', objectKind: 'CHECKOUT', objectId: id },
    { type: 'customer.card_changed', objectKind: 'OTHER', objectId: customerId },
    { type: 'invoice.paid', objectKind: 'INVOICE' },
    { type: 'subscription.created', objectKind: 'SUBSCRIPTION' },
  ])
  await expect.poll(() => eventsOf(portal, customerId)).toEqual([])
})

test('an event of a sandbox that was left is dropped, and one that says nothing known is tried again', async () => {
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  const services = { ...portal.services, ...portal.billing }
  const deliver = (provider: typeof services.provider) =>
    sandboxTasks({ ...services, provider })['deliver-sandbox-event']?.({ text: '{}' }, run)
  await deliver(null)
  await expect(deliver(services.provider)).rejects.toMatchObject({ code: 'VALIDATION' })
})
