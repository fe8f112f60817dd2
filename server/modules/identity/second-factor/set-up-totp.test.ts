import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { afterAll, describe, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listMailsTo } from '../codes/codes.fixture.ts'
import { addPasskey, userWithPasskey } from '../passkeys/authenticator.fixture.ts'
import { showCode } from './authenticator-app.fixture.ts'
import { setUpApp, signInWithApp } from './second-factor.fixture.ts'
import { purgeExpiredSecondFactors } from './second-factor-state.ts'

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

describe('the secret of an app that is not confirmed', () => {
  const start = async ({ as }: Pick<TestUser, 'as'>) => {
    const { secret } = (await as.call(secondFactor.startTotp, { body: { password: testPassword } })).body
    return () => as.call(secondFactor.confirmTotp, { body: { code: showCode(secret, portal.clock.now()) } })
  }

  const gone = {
    status: 409,
    body: { code: 'CONFLICT', message: 'There is no app to confirm. Please start again.' },
  }

  test('is good for ten minutes, and then deleted', async () => {
    const owner = await user(portal)
    portal.clock.stop()
    const confirm = await start(owner)
    portal.clock.advance(10 * minuteMs + 1)
    const late = { code: 'CONFLICT', message: 'Setting up took too long. Please start again.' }
    expect(await confirm()).toMatchObject({ status: 409, body: late })
    await purgeExpiredSecondFactors(portal.db, portal.clock.now())
    expect(await confirm()).toMatchObject(gone)
    const again = await start(await user(portal))
    portal.clock.advance(10 * minuteMs)
    expect(await again()).toMatchObject({ status: 200 })
  })

  test('ends when the user signs out everywhere', async () => {
    const owner = await user(portal)
    const confirm = await start(owner)
    expect((await owner.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })).status).toBe(204)
    expect(await confirm()).toMatchObject(gone)
  })

  test('needs a new proof of who is there where there is a passkey', async () => {
    const owner = await userWithPasskey(portal)
    portal.clock.advance(9 * minuteMs)
    const confirm = await start(owner)
    portal.clock.advance(2 * minuteMs)
    expect(await confirm()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
  })
})
