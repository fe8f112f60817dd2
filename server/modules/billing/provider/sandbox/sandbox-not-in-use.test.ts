import { sandbox } from '@dooryard/contract/billing/payments'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { anonymousCaller, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createSandbox } from './create-sandbox.ts'
import { createTestCheckout, createTestCustomer, listEvents, pack } from './sandbox.fixture.ts'
import { runSandbox } from './sandbox.job.ts'
import { sandboxRoutes } from './sandbox.routes.ts'

// A portal that used the sandbox before and has another provider now.
const portal = await testPortal({ provider: (services) => ({ ...createSandbox(services), name: 'STRIPE' }) })
afterAll(portal.close)

test('with another provider there is no payment page and no clock to move', async () => {
  const { id } = await createTestCheckout(portal, await createTestCustomer(portal), pack)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const params = { session: id }
  const gone = { status: 404, body: { message: 'The sandbox was not found.' } }
  expect(await admin.as.call(sandbox.clock)).toMatchObject(gone)
  expect(await admin.as.call(sandbox.advance, { body: { days: 1 } })).toMatchObject(gone)
  const { call } = anonymousCaller(portal)
  expect(await call(sandbox.checkout, { params })).toMatchObject(gone)
  expect(await call(sandbox.pay, { params, body: { card: '4242424242424242' } })).toMatchObject(gone)
  expect(await call(sandbox.confirm, { params, body: { approve: true } })).toMatchObject(gone)
  expect(await portal.db.selectFrom('sandboxClock').select('offsetMs').execute()).toEqual([{ offsetMs: 0 }])
})

test('the same holds if payments are off', () => {
  const routes = sandboxRoutes({ ...portal.billing, provider: null })
  expect(routes).toHaveLength(5)
  for (const { handle } of routes)
    expect(() => handle({} as Context, { params: {}, query: {}, body: {} })).toThrow('The sandbox was not found.')
})

test('steps due in an unused sandbox are not run', async () => {
  const customerId = await createTestCustomer(portal)
  await createTestCheckout(portal, customerId, pack)
  portal.clock.advance(86_400_000)
  await runSandbox({ ...portal.services, ...portal.billing })
  expect(await listEvents(portal, customerId)).toEqual([])
  await runSandbox({ ...portal.services, ...portal.billing, provider: createSandbox(portal.services) })
  expect(await listEvents(portal, customerId)).toMatchObject([{ type: 'checkout.expired' }])
})
