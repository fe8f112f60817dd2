import { account } from '@dooryard/contract/account'
import type { ProfileChange } from '@dooryard/contract/users'
import { afterAll, expect, test } from 'vitest'
import { actingAs, nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

const entriesOf = (userId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['actorId', 'onBehalfOfId', 'before', 'after'])
    .where('action', '=', 'profile.changed')
    .where('objectId', '=', userId)
    .orderBy('id')
    .execute()

test('a change of a profile changes what it names and nothing else', async () => {
  const { as } = await user(portal)
  const { body: before } = await as.call(account.me)
  const change = { lastName: ' Exampleton ', companyName: 'Example Outreach', address_city: 'Nashville' }
  const { status, body } = await as.call(account.change, { body: change })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before.user, ...change, lastName: 'Exampleton' })
  expect((await as.call(account.me)).body.user).toEqual(body)
})

test('an empty text removes what may be absent', async () => {
  const { as } = await user(portal)
  const address: ProfileChange = {
    address_country: 'US',
    address_state: 'TN',
    address_city: 'Nashville',
    address_street: '12 Example Orchard Ln',
    address_apt_suite: '4',
    address_zip: '37209',
  }
  const all = { ...address, companyName: 'Example Outreach' }
  expect((await as.call(account.change, { body: all })).body).toMatchObject(all)
  const none = Object.fromEntries(Object.keys(all).map((name) => [name, ' ']))
  const { body } = await as.call(account.change, { body: none })
  for (const name of Object.keys(all)) expect(body).not.toHaveProperty(name)
  expect(await as.call(account.change, { body: { firstName: '' } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'firstName', message: 'First name must be at least 2 characters' }] },
  })
})

test('the audit log tells what changed, before and after, and of a change of nothing it tells nothing', async () => {
  const { id, as } = await user(portal)
  await as.call(account.change, { body: { firstName: 'Tessa', lastName: 'Sampleton', address_zip: '37209' } })
  await as.call(account.change, { body: { firstName: 'Tessa', companyName: '' } })
  await as.call(account.change, { body: {} })
  const change = {
    before: { firstName: 'Tess', address_zip: null },
    after: { firstName: 'Tessa', address_zip: '37209' },
  }
  expect(await entriesOf(id)).toEqual([{ actorId: id, onBehalfOfId: null, ...change }])
})

test('a change by an administrator who acts as the user names both', async () => {
  const [admin, { id }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const { as } = await actingAs(portal, admin, id)
  await as.call(account.change, { body: { firstName: 'Tessa' } })
  expect(await entriesOf(id)).toMatchObject([{ actorId: admin.id, onBehalfOfId: id }])
})

test('a role, an email address and a password are not changed with a profile', async () => {
  const { as, email } = await user(portal)
  const sneaky = {
    role: 'SUPER_ADMIN',
    email: 'other@example.com',
    password: 'staple-horse-battery',
    firstName: 'Tessa',
  }
  const { body } = await as.call(account.change, { body: sneaky })
  expect(body).toMatchObject({ role: 'ENTERPRISE_USER', email, firstName: 'Tessa' })
  await signedIn(portal, email, testPassword)
  expect(await nobody(portal).call(account.change, { body: sneaky })).toMatchObject({ status: 401 })
})
