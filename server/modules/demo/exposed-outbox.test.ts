import { about, adminOutbox } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { audit } from '../../platform/audit.ts'
import { createOutboxTransport } from '../../platform/mail/outbox.ts'
import { anonymousCaller, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { buildAdminActions, createDemoAccounts } from './demo.fixture.ts'

// A demo that other machines can reach.
const portal = await testPortal({ isExposed: true })
afterAll(portal.close)

const { give } = buildAdminActions(portal)
const operator = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await createDemoAccounts(portal)
const mail = { id: crypto.randomUUID(), to: 'casey@example.com', subject: '271828 is your code', html: '', text: '' }
await createOutboxTransport(portal.services)(mail)

test('mails are hidden from users who are not signed in, and the portal says so', async () => {
  expect((await anonymousCaller(portal).call(about.get)).body).toMatchObject({ hasOutbox: true, isExposed: true })
  expect(await anonymousCaller(portal).call(about.outbox)).toMatchObject({ status: 404 })
  expect(await operator.as.call(about.outbox)).toMatchObject({ status: 404 })
  expect(await anonymousCaller(portal).call(adminOutbox.list)).toMatchObject({ status: 401 })
  expect(await demo.enterprise.as.call(adminOutbox.list)).toMatchObject({ status: 403 })
})

test('an administrator of the portal can read the mails, and so pass a code on to a registered user', async () => {
  const { status, body } = await operator.as.call(adminOutbox.list, { query: { to: mail.to } })
  expect([status, body.items.map(({ subject }) => subject)]).toEqual([200, [mail.subject]])
  expect((await operator.as.call(adminOutbox.list, { query: { to: 'erin@example.com' } })).body.items).toEqual([])
})

test('neither a demo administrator nor one appointed by them can read the mails until another administrator confirms', async () => {
  const refused = { status: 403, body: { message: expect.stringContaining('npm run admin:create') } }
  expect(await demo.admin.as.call(adminOutbox.list)).toMatchObject(refused)
  const person = await user(portal, { role: 'CONSUMER_USER' })
  const raised = await give(demo.admin, person, 'SUPER_ADMIN')
  expect(await raised.as.call(adminOutbox.list)).toMatchObject(refused)
  const next = await give(raised, await user(portal, { role: 'CONSUMER_USER' }), 'SUPER_ADMIN')
  expect(await next.as.call(adminOutbox.list)).toMatchObject(refused)
  await give(operator, person, 'CONSUMER_USER')
  const confirmed = await give(operator, person, 'SUPER_ADMIN')
  expect(await confirmed.as.call(adminOutbox.list)).toMatchObject({ status: 200 })
})

test('the grantor of an administrator is found by the audit entries about administrators, not by a full scan', async () => {
  const [stranger, confirmed] = [await user(portal), await user(portal, { role: 'CONSUMER_USER' })]
  const admin = await give(operator, confirmed, 'SUPER_ADMIN')
  // The entry lacks a role, so parsing it fails.
  await audit(portal.services, { action: 'account.role_changed', object: { type: 'user', id: stranger.id } })
  expect(await admin.as.call(adminOutbox.list)).toMatchObject({ status: 200 })
})
