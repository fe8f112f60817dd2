import { about, adminOutbox } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { audit } from '../../platform/audit.ts'
import { outboxDelivery } from '../../platform/mail/outbox.ts'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { actsIn, demoAccounts } from './demo.fixture.ts'

// A demo that other machines reach.
const portal = await testPortal({ isExposed: true })
afterAll(portal.close)

const { give } = actsIn(portal)
const own = await user(portal, { role: 'SUPER_ADMIN' })
const demo = await demoAccounts(portal)
const mail = { id: crypto.randomUUID(), to: 'casey@example.com', subject: '271828 is your code', html: '', text: '' }
await outboxDelivery(portal.services)(mail)

test('mails are shown to nobody who is not signed in, and the portal says so', async () => {
  expect((await nobody(portal).call(about.get)).body).toMatchObject({ hasOutbox: true, isExposed: true })
  expect(await nobody(portal).call(about.outbox)).toMatchObject({ status: 404 })
  expect(await own.as.call(about.outbox)).toMatchObject({ status: 404 })
  expect(await nobody(portal).call(adminOutbox.list)).toMatchObject({ status: 401 })
  expect(await demo.enterprise.as.call(adminOutbox.list)).toMatchObject({ status: 403 })
})

test('an administrator of the portal reads them, and so can give somebody who has registered their code', async () => {
  const { status, body } = await own.as.call(adminOutbox.list, { query: { to: mail.to } })
  expect([status, body.items.map(({ subject }) => subject)]).toEqual([200, [mail.subject]])
  expect((await own.as.call(adminOutbox.list, { query: { to: 'erin@example.com' } })).body.items).toEqual([])
})

test('neither a demo administrator reads them, nor whoever is one by them, until somebody else decides', async () => {
  const refused = { status: 403, body: { message: expect.stringContaining('npm run admin:create') } }
  expect(await demo.admin.as.call(adminOutbox.list)).toMatchObject(refused)
  const person = await user(portal, { role: 'CONSUMER_USER' })
  const raised = await give(demo.admin, person, 'SUPER_ADMIN')
  expect(await raised.as.call(adminOutbox.list)).toMatchObject(refused)
  const next = await give(raised, await user(portal, { role: 'CONSUMER_USER' }), 'SUPER_ADMIN')
  expect(await next.as.call(adminOutbox.list)).toMatchObject(refused)
  await give(own, person, 'CONSUMER_USER')
  const confirmed = await give(own, person, 'SUPER_ADMIN')
  expect(await confirmed.as.call(adminOutbox.list)).toMatchObject({ status: 200 })
})

test('whoever made an administrator one is found by the entries about administrators, not by the whole audit log', async () => {
  const [stranger, confirmed] = [await user(portal), await user(portal, { role: 'CONSUMER_USER' })]
  const admin = await give(own, confirmed, 'SUPER_ADMIN')
  // Whoever reads it fails, as it says no role.
  await audit(portal.services, { action: 'account.role_changed', object: { type: 'user', id: stranger.id } })
  expect(await admin.as.call(adminOutbox.list)).toMatchObject({ status: 200 })
})
