import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listMailsTo } from '../codes/codes.fixture.ts'
import { addPasskey } from '../passkeys/authenticator.fixture.ts'
import { setUpApp, signInWithApp } from './second-factor.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const getStatus = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).status

const findMail = async ({ email }: TestUser, subject: RegExp) =>
  (await listMailsTo(portal, email)).find((mail) => subject.test(mail.subject))?.text

test.each([
  ['an authenticator app', (owner: TestUser) => setUpApp(portal, owner)],
  ['a passkey', (owner: TestUser) => addPasskey(owner)],
])('%s, as the first second factor, ends the sessions that began without one, and its mail says so', async (_, add) => {
  const owner = await user(portal)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const phone = await signInWithPassword(portal, owner.email)
  const acting = await actAsUser(portal, admin, owner.id, 'Asked to look')
  await add(owner)
  expect(await Promise.all([owner, phone, acting, admin].map(getStatus))).toEqual([200, 401, 401, 200])
  expect(await findMail(owner, / added | set up /)).toContain('Every other device was signed out.')
  const ended = portal.db.selectFrom('auditLog').select('reason').where('action', '=', 'impersonation.ended')
  expect(await ended.where('onBehalfOfId', '=', owner.id).execute()).toEqual([{ reason: 'Asked to look' }])
})

test('one more second factor ends no session', async () => {
  const owner = await user(portal)
  const phone = await signInWithApp(portal, owner.email, await setUpApp(portal, owner))
  await addPasskey(owner)
  expect(await getStatus(phone)).toBe(200)
  expect(await findMail(owner, /passkey was added/)).not.toContain('signed out')
})
