import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test } from 'vitest'
import { formatDayAndTime } from '../../../platform/util/format.ts'
import { actAsUser, anonymousCaller, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listMailsTo, registerUser } from '../codes/codes.fixture.ts'
import { sessionRetentionDays } from './sessions.queries.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const visitor = anonymousCaller(portal)

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = (version: number) => `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/${version}.0.0.0 Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

const signInWith = (email: string, userAgent: string) =>
  visitor.call(auth.login, { body: { email, password: testPassword }, headers: { 'user-agent': userAgent } })

const listNotices = async (email: string) =>
  (await listMailsTo(portal, email)).filter(({ subject }) => subject === 'New sign-in to your Dooryard account')

test('the first sign-in mails nothing, nor does the same browser in another version', async () => {
  const { email, code } = await registerUser(portal)
  const headers = { 'user-agent': chrome(140) }
  await visitor.call(auth.verifyEmail, { body: { email, code }, headers })
  expect((await signInWith(email, chrome(141))).status).toBe(200)
  expect(await listNotices(email)).toEqual([])
})

test('a sign-in with another browser is mailed once, with its browser, time and address', async () => {
  const { email } = await user(portal)
  portal.clock.stop()
  for (const _ of [1, 2]) expect((await signInWith(email, firefox)).status).toBe(200)
  const notices = await listNotices(email)
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toContain('Firefox on Linux')
  expect(notices[0]?.text).toContain('127.0.0.1')
  expect(notices[0]?.text).toContain(formatDayAndTime(portal.clock.now()))
  expect(notices[0]?.text).toContain('/forgot-password')
})

test('a refused sign-in is not mailed, and an impersonation neither is nor makes its browser known', async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const body = { email: owner.email, password: 'wrong-horse-battery' }
  expect((await visitor.call(auth.login, { body, headers: { 'user-agent': firefox } })).status).toBe(401)
  const acting = await actAsUser(portal, admin, owner.id)
  expect((await acting.as.call(account.me)).status).toBe(200)
  expect(await listNotices(owner.email)).toEqual([])
  await signInWith(owner.email, firefox)
  expect(await listNotices(owner.email)).toHaveLength(1)
})

test('an account that was not used for as long as sessions are kept is new to every browser', async () => {
  const { email, id } = await user(portal)
  const before = new Date(Date.now() - (sessionRetentionDays + 1) * 86_400_000)
  await portal.pool.query('delete from sessions where user_id = $1', [id])
  await portal.pool.query('update users set email_verified_at = $2 where id = $1', [id, before])
  await signInWith(email, chrome(140))
  expect(await listNotices(email)).toHaveLength(1)
})
