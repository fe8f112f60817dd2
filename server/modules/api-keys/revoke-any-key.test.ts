import { account } from '@dooryard/contract/account'
import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import { auditLog } from '@dooryard/contract/audit-log'
import { enterprise } from '@dooryard/contract/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type TestUser, testPassword, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { program } from './keys.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const reason = 'Found in a public repository'
const revoke = (id: string, body = { reason }) => admin.as.call(adminApiKeys.revoke, { params: { id }, body })
const mailsTo = ({ email }: TestUser) => portal.mails.filter(({ to }) => to === email)
const entriesOf = async (object: string) =>
  (await admin.as.call(auditLog.list, { query: { action: 'api_key.revoked', object } })).body.items

test('a key that an administrator revoked opens nothing from then on, and its owner has it no more', async () => {
  const owner = await user(portal)
  const { as, issued } = await program(portal, owner)
  const kept = await program(portal, owner)
  expect(await as.call(enterprise.list)).toMatchObject({ status: 200 })
  const before = portal.clock.now().toISOString()
  const { status, body } = await revoke(issued.id)
  expect({ status, body }).toMatchObject({ status: 200, body: { id: issued.id, state: 'REVOKED' } })
  const { revokedAt = '' } = body
  expect(revokedAt >= before && revokedAt <= portal.clock.now().toISOString()).toBe(true)
  expect(await as.call(enterprise.list)).toMatchObject({ status: 401 })
  expect((await owner.as.call(apiKeys.list)).body.items.map(({ id }) => id)).toEqual([kept.issued.id])
  expect(await kept.as.call(enterprise.list)).toMatchObject({ status: 200 })
})

test('its owner is told which key, when and why, and it is audited', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner, { name: 'CRM <nightly>' })
  await revoke(issued.id)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
  const [mail] = mailsTo(owner)
  expect(mail?.subject).toBe('Your Dooryard API key CRM <nightly> was revoked')
  for (const part of ['CRM <nightly>', issued.prefix, reason, 'http://localhost:3000/portal/api-keys'])
    expect(mail?.text).toContain(part)
  expect(mail?.html).not.toContain('<nightly>')
  expect(`${mail?.text}${mail?.html}`).not.toContain(issued.key.slice(issued.prefix.length))
  expect(await entriesOf(issued.id)).toMatchObject([
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
  const { issued } = await program(portal, owner)
  const replies = await Promise.all(Array.from({ length: 5 }, () => revoke(issued.id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await revoke(issued.id)).toMatchObject({ status: 409, body: { message: 'This API key was revoked already.' } })
  expect(await entriesOf(issued.id)).toHaveLength(1)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
})

test('a revocation says why, and nothing is revoked without it', async () => {
  const owner = await user(portal)
  const { as, issued } = await program(portal, owner)
  expect(await revoke(issued.id, { reason: '  ok  ' })).toMatchObject({ status: 400 })
  expect(await revoke(newId())).toMatchObject({ status: 404 })
  expect(await as.call(enterprise.list)).toMatchObject({ status: 200 })
  expect(mailsTo(owner)).toEqual([])
})

test('the key of a closed account is revoked, and nobody gets a mail about it', async () => {
  const [closed, open] = [await user(portal), await user(portal)]
  const [left, other] = [await program(portal, closed), await program(portal, open)]
  await closed.as.call(account.close, { body: { password: testPassword } })
  expect((await revoke(left.issued.id)).body).toMatchObject({ state: 'REVOKED', user: { isActive: false } })
  await revoke(other.issued.id)
  const isAbout = ({ name }: { name: string }) => portal.mails.some(({ subject }) => subject.includes(name))
  await expect.poll(() => isAbout(other.issued)).toBe(true)
  expect(isAbout(left.issued)).toBe(false)
})
