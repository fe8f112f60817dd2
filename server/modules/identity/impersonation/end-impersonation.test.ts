import { account } from '@dooryard/contract/identity/account'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { createImpersonationHelpers } from './impersonation.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, change, getStatus } = createImpersonationHelpers(portal)
const minute = 60_000

describe('an impersonation ends', () => {
  test('after an hour, however often the tokens are refreshed', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const startedAt = await actAsUser(portal, admin, tess.id)
    let { refreshToken } = startedAt
    let accessToken = ''
    for (let renewed = 1; renewed <= 4; renewed++) {
      portal.clock.advance(14 * minute)
      const { status, body } = await refresh(refreshToken)
      expect(status).toBe(200)
      ;({ refreshToken, accessToken } = body)
    }
    const as = createCaller(portal.url, accessToken)
    expect(decodeJwt(accessToken)).toMatchObject({ act: { sub: admin.id } })
    portal.clock.advance(3 * minute)
    expect((await as.call(account.me)).body.impersonation?.expiresAt).toBe(startedAt.impersonation.expiresAt)
    portal.clock.advance(2 * minute)
    // The token was issued four minutes before the end, and expires no later.
    expect(decodeJwt(accessToken).exp).toBe(Math.floor(Date.parse(startedAt.impersonation.expiresAt) / 1000))
    expect(await getStatus(as)).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  type Case = { admin: Awaited<ReturnType<typeof newAdmin>>; tess: Awaited<ReturnType<typeof user>> }
  const ends: Record<string, (participants: Case) => Promise<unknown>> = {
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
    const participants = { admin: await newAdmin(), tess: await user(portal) }
    const { as, refreshToken } = await actAsUser(portal, participants.admin, participants.tess.id)
    expect(await getStatus(as)).toBe(200)
    await end(participants)
    expect(await getStatus(as)).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('but not when another session of the administrator or of the user ends', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as } = await actAsUser(portal, admin, tess.id)
    for (const { email } of [admin, tess]) await (await signInWithPassword(portal, email)).as.call(account.logout)
    await tess.as.call(account.logout)
    await admin.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
    expect(await getStatus(as)).toBe(200)
  })
})
