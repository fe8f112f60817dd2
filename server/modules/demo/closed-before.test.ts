import { enterprise as enterpriseCalls } from '@dooryard/contract/orders/enterprise'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createApiClient } from '../api-keys/api-keys.fixture.ts'
import { buildAdminActions, createDemoAccounts, listWarnings } from './demo.fixture.ts'
import { endDemo, forceEndDemo, keepGrants, previewDemoEnd } from './index.ts'

// A demo that an older version closed without revoking anything, in a portal that has been in use since.
const portal = await testPortal()
afterAll(portal.close)

const { give, standing } = buildAdminActions(portal)
const operator = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await createDemoAccounts(portal)
beforeEach(demo.reopen)

const start = () => endDemo(portal.services)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })
const countInput = { campaignType: 'MAIL_READY', criteria: {} } as const

/** The demo's administrator creates an administrator, who creates a customer with an API key. */
async function chain() {
  const superAdmin = await give(demo.admin, await consumer(), 'SUPER_ADMIN')
  const customer = await give(superAdmin, await consumer(), 'ENTERPRISE_USER')
  const { as, issued } = await createApiClient(portal, customer)
  const works = async () => (await as.call(enterpriseCalls.count, { body: countInput })).status !== 401
  return { chief: superAdmin, customer, works, keyId: issued.id }
}

test('a start changes nothing and logs each time what would be revoked and how to decide', async () => {
  const { chief: superAdmin, customer, works, keyId } = await chain()
  await demo.closeAsBefore()
  for (const _ of ['first', 'second']) {
    portal.logged.length = 0
    await start()
    expect((await standing(superAdmin)).role).toBe('SUPER_ADMIN')
    expect([(await standing(customer)).role, await works()]).toEqual(['ENTERPRISE_USER', true])
    const warnings = listWarnings(portal)
    expect(warnings['the end of the demo would take back roles']).toContain(
      `${superAdmin.id}: SUPER_ADMIN to CONSUMER_USER`,
    )
    expect(warnings['the end of the demo would revoke API keys']).toContain(keyId)
    expect(Object.keys(warnings)).toContainEqual(expect.stringContaining('npm run demo:end -- --take-back'))
    expect(Object.keys(warnings)).not.toContainEqual(expect.stringContaining('the demo ended'))
  }
})

test('a user confirmed by an administrator keeps everything, and the others lose it when the operator decides so', async () => {
  const [{ chief: superAdmin, customer, works }, other] = [await chain(), await chain()]
  await demo.closeAsBefore()
  for (const [who, role] of [
    [superAdmin, 'SUPER_ADMIN'],
    [customer, 'ENTERPRISE_USER'],
  ] as const) {
    await give(operator, who, 'CONSUMER_USER')
    await give(operator, who, role)
  }
  const roles = (await previewDemoEnd(portal.services))?.restored.map(({ id }) => id)
  expect(roles).toEqual(expect.arrayContaining([other.chief.id, other.customer.id]))
  expect(roles).not.toContain(superAdmin.id)
  await forceEndDemo(portal.services)
  expect([(await standing(superAdmin)).role, (await standing(customer)).role, await works()]).toEqual([
    'SUPER_ADMIN',
    'ENTERPRISE_USER',
    true,
  ])
  expect((await standing(other.chief)).role).toBe('CONSUMER_USER')
  expect([(await standing(other.customer)).role, await other.works()]).toEqual(['CONSUMER_USER', false])
  expect(await previewDemoEnd(portal.services)).toBeNull()
})

test('grants that the operator keeps stay: later starts do not ask again, and the end of a later demo leaves them', async () => {
  const { chief: superAdmin, works } = await chain()
  await demo.closeAsBefore()
  expect(await keepGrants(portal.services)).toBe(true)
  await start()
  expect([(await standing(superAdmin)).role, await works()]).toEqual(['SUPER_ADMIN', true])
  expect([listWarnings(portal), await keepGrants(portal.services)]).toEqual([{}, false])
  await demo.reopen()
  const later = await give(demo.admin, await consumer(), 'SUPER_ADMIN')
  await start()
  expect([(await standing(superAdmin)).role, await works()]).toEqual(['SUPER_ADMIN', true])
  expect((await standing(later)).role).toBe('CONSUMER_USER')
})

test('without grants to other accounts, the first start resolves the demo', async () => {
  await portal.db.deleteFrom('demoAccounts').execute()
  const fresh = await createDemoAccounts(portal)
  await fresh.closeAsBefore()
  await start()
  expect(Object.keys(listWarnings(portal))).not.toContainEqual(expect.stringContaining('demo:end'))
  expect(await previewDemoEnd(portal.services)).toBeNull()
})
