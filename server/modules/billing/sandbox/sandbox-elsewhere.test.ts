import { sandbox } from '@dooryard/contract/payments'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { nobody, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSandbox } from './create-sandbox.ts'
import { checkoutOf, customerOf, eventsOf, pack } from './sandbox.fixture.ts'
import { runSandbox } from './sandbox.job.ts'
import { sandboxRoutes } from './sandbox.routes.ts'

// A portal that had the sandbox once, and has another provider now.
const portal = await testPortal({ provider: (services) => ({ ...createSandbox(services), name: 'STRIPE' }) })
afterAll(portal.close)

test('where somebody else takes the money there is no page to pay on and no clock to move', async () => {
  const { id } = await checkoutOf(portal, await customerOf(portal), pack)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const params = { session: id }
  const gone = { status: 404, body: { message: 'The sandbox was not found.' } }
  expect(await admin.as.call(sandbox.clock)).toMatchObject(gone)
  expect(await admin.as.call(sandbox.advance, { body: { days: 1 } })).toMatchObject(gone)
  const { call } = nobody(portal)
  expect(await call(sandbox.checkout, { params })).toMatchObject(gone)
  expect(await call(sandbox.pay, { params, body: { card: '4242424242424242' } })).toMatchObject(gone)
  expect(await call(sandbox.confirm, { params, body: { approve: true } })).toMatchObject(gone)
  expect(await portal.db.selectFrom('sandboxClock').select('offsetMs').execute()).toEqual([{ offsetMs: 0 }])
})

test('where nobody takes the money there is none either', () => {
  const routes = sandboxRoutes({ ...portal.billing, provider: null })
  expect(routes).toHaveLength(5)
  for (const { handle } of routes)
    expect(() => handle({} as Context, { params: {}, query: {}, body: {} })).toThrow('The sandbox was not found.')
})

test('what falls due in a sandbox that was left is not done', async () => {
  const customerId = await customerOf(portal)
  await checkoutOf(portal, customerId, pack)
  portal.clock.advance(86_400_000)
  await runSandbox({ ...portal.services, ...portal.billing })
  expect(await eventsOf(portal, customerId)).toEqual([])
  await runSandbox({ ...portal.services, ...portal.billing, provider: createSandbox(portal.services) })
  expect(await eventsOf(portal, customerId)).toMatchObject([{ type: 'checkout.expired' }])
})
