import { account } from '@dooryard/contract/identity/account'
import type { ProfileChange } from '@dooryard/contract/identity/users'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

const listAuditEntries = (userId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['actorId', 'onBehalfOfId', 'before', 'after'])
    .where('action', '=', 'profile.changed')
    .where('objectId', '=', userId)
    .orderBy('id')
    .execute()

test('a change of a profile changes only the given fields', async () => {
  const { as } = await user(portal)
  const { body: before } = await as.call(account.me)
  const change = { lastName: ' Exampleton ', companyName: 'Example Outreach', address_city: 'Nashville' }
  const { status, body } = await as.call(account.change, { body: change })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before.user, ...change, lastName: 'Exampleton' })
  expect((await as.call(account.me)).body.user).toEqual(body)
})

test('an empty text clears an optional field', async () => {
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

test('the audit log has the changed fields before and after, and no entry without a change', async () => {
  const { id, as } = await user(portal)
  await as.call(account.change, { body: { firstName: 'Tessa', lastName: 'Sampleton', address_zip: '37209' } })
  await as.call(account.change, { body: { firstName: 'Tessa', companyName: '' } })
  await as.call(account.change, { body: {} })
  const change = {
    before: { firstName: 'Tess', address_zip: null },
    after: { firstName: 'Tessa', address_zip: '37209' },
  }
  expect(await listAuditEntries(id)).toEqual([{ actorId: id, onBehalfOfId: null, ...change }])
})

test('a change by an administrator who impersonates the user names both', async () => {
  const [admin, { id }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const { as } = await actAsUser(portal, admin, id)
  await as.call(account.change, { body: { firstName: 'Tessa' } })
  expect(await listAuditEntries(id)).toMatchObject([{ actorId: admin.id, onBehalfOfId: id }])
})

test('role, email address and password cannot be changed with a profile', async () => {
  const { as, email } = await user(portal)
  const unchangeable = {
    role: 'SUPER_ADMIN',
    email: 'other@example.com',
    password: 'staple-horse-battery',
    firstName: 'Tessa',
  }
  const { body } = await as.call(account.change, { body: unchangeable })
  expect(body).toMatchObject({ role: 'ENTERPRISE_USER', email, firstName: 'Tessa' })
  await signInWithPassword(portal, email, testPassword)
  expect(await anonymousCaller(portal).call(account.change, { body: unchangeable })).toMatchObject({ status: 401 })
})
