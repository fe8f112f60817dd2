import { auditLog } from '@dooryard/contract/admin/audit-log'
import { account } from '@dooryard/contract/identity/account'
import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/util/ids.ts'
import { type TestUser, testPassword, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { createApiClient } from './api-keys.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const reason = 'Found in a public repository'
const revokeAsAdmin = (id: string, body = { reason }) => admin.as.call(adminApiKeys.revoke, { params: { id }, body })
const listMailsTo = ({ email }: TestUser) => portal.mails.filter(({ to }) => to === email)
const listRevocationEntries = async (object: string) =>
  (await admin.as.call(auditLog.list, { query: { action: 'api_key.revoked', object } })).body.items

test('a key that an administrator revoked stops working, and its owner no longer sees it', async () => {
  const owner = await user(portal)
  const { as, issued } = await createApiClient(portal, owner)
  const kept = await createApiClient(portal, owner)
  expect(await as.call(enterprise.list)).toMatchObject({ status: 200 })
  const before = portal.clock.now().toISOString()
  const { status, body } = await revokeAsAdmin(issued.id)
  expect({ status, body }).toMatchObject({ status: 200, body: { id: issued.id, state: 'REVOKED' } })
  const { revokedAt = '' } = body
  expect(revokedAt >= before && revokedAt <= portal.clock.now().toISOString()).toBe(true)
  expect(await as.call(enterprise.list)).toMatchObject({ status: 401 })
  expect((await owner.as.call(apiKeys.list)).body.items.map(({ id }) => id)).toEqual([kept.issued.id])
  expect(await kept.as.call(enterprise.list)).toMatchObject({ status: 200 })
})

test('the owner gets a mail with the key, the time and the reason, and the revocation is audited', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner, { name: 'CRM <nightly>' })
  await revokeAsAdmin(issued.id)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  const [mail] = listMailsTo(owner)
  expect(mail?.subject).toBe('Your Dooryard API key CRM <nightly> was revoked')
  for (const part of ['CRM <nightly>', issued.prefix, reason, 'http://localhost:3000/portal/api-keys'])
    expect(mail?.text).toContain(part)
  expect(mail?.html).not.toContain('<nightly>')
  expect(`${mail?.text}${mail?.html}`).not.toContain(issued.key.slice(issued.prefix.length))
  expect(await listRevocationEntries(issued.id)).toMatchObject([
    {
      actor: { id: admin.id },
      before: { state: 'ACTIVE', name: 'CRM <nightly>', prefix: issued.prefix },
      after: { state: 'REVOKED', user: owner.id },
      reason,
    },
  ])
})

test('a key is revoked once, however many try', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner)
  const replies = await Promise.all(Array.from({ length: 5 }, () => revokeAsAdmin(issued.id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await revokeAsAdmin(issued.id)).toMatchObject({
    status: 409,
    body: { message: 'This API key is already revoked.' },
  })
  expect(await listRevocationEntries(issued.id)).toHaveLength(1)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
})

test('a revocation requires a reason', async () => {
  const owner = await user(portal)
  const { as, issued } = await createApiClient(portal, owner)
  expect(await revokeAsAdmin(issued.id, { reason: '  ok  ' })).toMatchObject({ status: 400 })
  expect(await revokeAsAdmin(newId())).toMatchObject({ status: 404 })
  expect(await as.call(enterprise.list)).toMatchObject({ status: 200 })
  expect(listMailsTo(owner)).toEqual([])
})

test('the key of a closed account can be revoked, and no mail is sent', async () => {
  const [closed, open] = [await user(portal), await user(portal)]
  const [left, other] = [await createApiClient(portal, closed), await createApiClient(portal, open)]
  await closed.as.call(account.close, { body: { password: testPassword } })
  expect((await revokeAsAdmin(left.issued.id)).body).toMatchObject({ state: 'REVOKED', user: { isActive: false } })
  await revokeAsAdmin(other.issued.id)
  const isAbout = ({ name }: { name: string }) => portal.mails.some(({ subject }) => subject.includes(name))
  await expect.poll(() => isAbout(other.issued)).toBe(true)
  expect(isAbout(left.issued)).toBe(false)
})
