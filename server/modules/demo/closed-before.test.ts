import { enterprise as enterpriseCalls } from '@dooryard/contract/enterprise'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { actsIn, demoAccounts, warnings } from './demo.fixture.ts'
import { endDemo, keepGrants, previewEnd, takeBackGrants } from './index.ts'

// A demo that an older version closed without taking anything back, in a portal that is in use since.
const portal = await testPortal()
afterAll(portal.close)

const { give, standing } = actsIn(portal)
const own = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await demoAccounts(portal)
beforeEach(demo.reopen)

const start = () => endDemo(portal.services)
const consumer = () => user(portal, { role: 'CONSUMER_USER' })
const counting = { campaignType: 'MAIL_READY', criteria: {} } as const

/** The demo's administrator made one, who made a customer with an API key. */
async function chain() {
  const chief = await give(demo.admin, await consumer(), 'SUPER_ADMIN')
  const customer = await give(chief, await consumer(), 'ENTERPRISE_USER')
  const { as, issued } = await program(portal, customer)
  const works = async () => (await as.call(enterpriseCalls.count, { body: counting })).status !== 401
  return { chief, customer, works, keyId: issued.id }
}

test('a start changes nothing, and says each time what the end would take back and how to decide', async () => {
  const { chief, customer, works, keyId } = await chain()
  await demo.closeAsBefore()
  for (const _ of ['first', 'second']) {
    portal.logged.length = 0
    await start()
    expect((await standing(chief)).role).toBe('SUPER_ADMIN')
    expect([(await standing(customer)).role, await works()]).toEqual(['ENTERPRISE_USER', true])
    const told = warnings(portal)
    expect(told['the end of the demo would take back roles']).toContain(`${chief.id}: SUPER_ADMIN to CONSUMER_USER`)
    expect(told['the end of the demo would revoke API keys']).toContain(keyId)
    expect(Object.keys(told)).toContainEqual(expect.stringContaining('npm run demo:end -- --take-back'))
    expect(Object.keys(told)).not.toContainEqual(expect.stringContaining('the demo ended'))
  }
})

test('whom an administrator confirms before keeps all, and the others lose it when the operator says so', async () => {
  const [{ chief, customer, works }, other] = [await chain(), await chain()]
  await demo.closeAsBefore()
  for (const [who, role] of [
    [chief, 'SUPER_ADMIN'],
    [customer, 'ENTERPRISE_USER'],
  ] as const) {
    await give(own, who, 'CONSUMER_USER')
    await give(own, who, role)
  }
  const roles = (await previewEnd(portal.services))?.restored.map(({ id }) => id)
  expect(roles).toEqual(expect.arrayContaining([other.chief.id, other.customer.id]))
  expect(roles).not.toContain(chief.id)
  await takeBackGrants(portal.services)
  expect([(await standing(chief)).role, (await standing(customer)).role, await works()]).toEqual([
    'SUPER_ADMIN',
    'ENTERPRISE_USER',
    true,
  ])
  expect((await standing(other.chief)).role).toBe('CONSUMER_USER')
  expect([(await standing(other.customer)).role, await other.works()]).toEqual(['CONSUMER_USER', false])
  expect(await previewEnd(portal.services)).toBeNull()
})

test('what the operator keeps stays: no later start asks again, and the end of a later demo leaves it', async () => {
  const { chief, works } = await chain()
  await demo.closeAsBefore()
  expect(await keepGrants(portal.services)).toBe(true)
  await start()
  expect([(await standing(chief)).role, await works()]).toEqual(['SUPER_ADMIN', true])
  expect([warnings(portal), await keepGrants(portal.services)]).toEqual([{}, false])
  await demo.reopen()
  const later = await give(demo.admin, await consumer(), 'SUPER_ADMIN')
  await start()
  expect([(await standing(chief)).role, await works()]).toEqual(['SUPER_ADMIN', true])
  expect((await standing(later)).role).toBe('CONSUMER_USER')
})

test('where the demo gave others nothing, the first start settles it', async () => {
  await portal.db.deleteFrom('demoAccounts').execute()
  const fresh = await demoAccounts(portal)
  await fresh.closeAsBefore()
  await start()
  expect(Object.keys(warnings(portal))).not.toContainEqual(expect.stringContaining('demo:end'))
  expect(await previewEnd(portal.services)).toBeNull()
})
