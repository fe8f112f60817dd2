import { account } from '@dooryard/contract/account'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { actingAs, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'
import { actingOn } from './acting.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, change, statusOf } = actingOn(portal)
const minute = 60_000

describe('an administrator stops acting as a user', () => {
  test('after an hour, however often the tokens are renewed', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const begun = await actingAs(portal, admin, tess.id)
    let { refreshToken } = begun
    let accessToken = ''
    for (let renewed = 1; renewed <= 4; renewed++) {
      portal.clock.advance(14 * minute)
      const { status, body } = await refresh(refreshToken)
      expect(status).toBe(200)
      ;({ refreshToken, accessToken } = body)
    }
    const as = callerAt(portal.url, accessToken)
    expect(decodeJwt(accessToken)).toMatchObject({ act: { sub: admin.id } })
    portal.clock.advance(3 * minute)
    expect((await as.call(account.me)).body.impersonation?.expiresAt).toBe(begun.impersonation.expiresAt)
    portal.clock.advance(2 * minute)
    // The token was issued four minutes before the end, and promises no more than that.
    expect(decodeJwt(accessToken).exp).toBe(Math.floor(Date.parse(begun.impersonation.expiresAt) / 1000))
    expect(await statusOf(as)).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  type Case = { admin: Awaited<ReturnType<typeof newAdmin>>; tess: Awaited<ReturnType<typeof user>> }
  const ends: Record<string, (given: Case) => Promise<unknown>> = {
    'when they sign out': ({ admin }) => admin.as.call(account.logout),
    'when they sign out everywhere': ({ admin }) => admin.as.call(account.logoutAll),
    'when they are deactivated': ({ admin }) => change(admin.id, { isActive: false }),
    'when they are no administrator any more': ({ admin }) => change(admin.id, { role: 'CONSUMER_USER' }),
    'when the user is deactivated': ({ tess }) => change(tess.id, { isActive: false }),
    'when the user becomes an administrator': ({ tess }) => change(tess.id, { role: 'SUPER_ADMIN' }),
    'when the user signs out everywhere': ({ tess }) => tess.as.call(account.logoutAll),
    'when the user signs out everywhere else': ({ tess }) =>
      tess.as.call(account.logoutAll, { query: { keepCurrent: 'true' } }),
    'when the user changes their password': async ({ tess }) => {
      const body = { currentPassword: testPassword, newPassword: 'anew-horse-battery', confirmPassword: '' }
      await tess.as.call(account.updatePassword, { body: { ...body, confirmPassword: body.newPassword } })
    },
  }
  test.each(Object.entries(ends))('%s', async (_, end) => {
    const given = { admin: await newAdmin(), tess: await user(portal) }
    const { as, refreshToken } = await actingAs(portal, given.admin, given.tess.id)
    expect(await statusOf(as)).toBe(200)
    await end(given)
    expect(await statusOf(as)).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('but not when another of their sessions, or of the user, ends', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as } = await actingAs(portal, admin, tess.id)
    for (const { email } of [admin, tess]) await (await signedIn(portal, email)).as.call(account.logout)
    await tess.as.call(account.logout)
    await admin.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
    expect(await statusOf(as)).toBe(200)
  })
})
