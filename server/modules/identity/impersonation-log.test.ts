import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { actingAs, nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'
import { actingOn } from './acting.fixture.ts'
import { resetCode } from './codes.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { newAdmin, refresh, statusOf } = actingOn(portal)
const newPassword = 'anew-horse-battery'
const reason = 'Asked by phone why an order came back short'

type Person = Awaited<ReturnType<typeof user>>
type Case = { admin: Person; tess: Person; acting: Awaited<ReturnType<typeof actingAs>> }

const entriesOf = (userId: string, ...actions: string[]) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason', 'after'])
    .where('onBehalfOfId', '=', userId)
    .$if(actions.length > 0, (query) => query.where('action', 'in', actions))
    .orderBy('id')
    .execute()

async function begun(): Promise<Case> {
  const [admin, tess] = [await newAdmin(), await user(portal)]
  return { admin, tess, acting: await actingAs(portal, admin, tess.id, reason) }
}

const changePassword = ({ as }: { as: Caller }) =>
  as.call(account.updatePassword, {
    body: { currentPassword: testPassword, newPassword, confirmPassword: newPassword },
  })

async function resetPassword({ email }: Person) {
  const code = await resetCode(portal, email)
  const body = { email, code, password: newPassword, confirmPassword: newPassword }
  await nobody(portal).call(auth.resetPassword, { body })
}

/** Spends a refresh token and uses it again when no second tab would. */
async function reuse(refreshToken: string) {
  await refresh(refreshToken)
  portal.clock.advance(11_000)
  await refresh(refreshToken)
}

async function endFromList({ as }: { as: Caller }) {
  const { items } = (await as.call(account.sessions)).body
  const sessionId = items.find(({ impersonation }) => impersonation)?.id ?? ''
  return as.call(account.endSession, { params: { sessionId } })
}

const close = ({ as }: Person) => as.call(account.close, { body: { password: testPassword } })
const nobodyKnown = () => null
const byAdmin = ({ admin }: Case) => admin.id
const byUser = ({ tess }: Case) => tess.id

const ends: [string, (given: Case) => Promise<unknown>, (given: Case) => string | null][] = [
  ['when they stop', ({ acting }) => acting.as.call(adminUsers.endImpersonation), byAdmin],
  ['when they sign out as the user', ({ acting }) => acting.as.call(account.logout), byAdmin],
  ['when they sign out as themselves', ({ admin }) => admin.as.call(account.logout), byAdmin],
  ['when they sign out everywhere', ({ admin }) => admin.as.call(account.logoutAll), byAdmin],
  [
    'when they change their password on another device',
    async ({ admin }) => changePassword(await signedIn(portal, admin.email)),
    byAdmin,
  ],
  ['when they reset their password', ({ admin }) => resetPassword(admin), byAdmin],
  ['when they close their account', ({ admin }) => newAdmin().then(() => close(admin)), byAdmin],
  ['when their own refresh token is used again', ({ admin }) => reuse(admin.refreshToken), nobodyKnown],
  ['when that of their acting is used again', ({ acting }) => reuse(acting.refreshToken), nobodyKnown],
  ['when the user ends it from the list', ({ tess }) => endFromList(tess), byUser],
  ['when the user signs out everywhere', ({ tess }) => tess.as.call(account.logoutAll), byUser],
  ['when the user changes their password', ({ tess }) => changePassword(tess), byUser],
  ['when the user resets their password', ({ tess }) => resetPassword(tess), byUser],
  ['when the user closes their account', ({ tess }) => close(tess), byUser],
]

describe('the audit log says once that an administrator stopped, by whom and as whom', () => {
  test.each(ends)('%s', async (_, end, by) => {
    const given = await begun()
    const { id } = (await given.acting.as.call(account.sessions)).body.items.find(({ isCurrent }) => isCurrent) ?? {}
    await end(given)
    expect(await statusOf(given.acting.as)).toBe(401)
    const told = { onBehalfOfId: given.tess.id, reason }
    expect(await entriesOf(given.tess.id, 'impersonation.started', 'impersonation.ended')).toMatchObject([
      { action: 'impersonation.started', actorId: given.admin.id, ...told },
      { action: 'impersonation.ended', actorId: by(given), objectType: 'session', objectId: id, ...told },
    ])
  })

  test('when they sign out of the device they began on after changing their password there', async () => {
    const given = await begun()
    await changePassword(given.admin)
    // What ends is the other devices; this one, and what was begun on it, goes on.
    expect(await statusOf(given.acting.as)).toBe(200)
    expect(await entriesOf(given.tess.id, 'impersonation.ended')).toEqual([])
    await given.admin.as.call(account.logout)
    expect(await entriesOf(given.tess.id, 'impersonation.ended')).toHaveLength(1)
  })

  test('when all sides end it at once', async () => {
    for (let round = 0; round < rounds(3, 20); round++) {
      const { admin, tess, acting } = await begun()
      const both = [acting.as.call(adminUsers.endImpersonation), acting.as.call(account.logout)]
      const elsewhere = tess.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
      await Promise.all([...both, admin.as.call(account.logout), elsewhere, endFromList(tess)])
      expect(await entriesOf(tess.id, 'impersonation.ended')).toHaveLength(1)
    }
  })

  test('when their session ends just as they begin', async () => {
    for (let round = 0; round < rounds(3, 20); round++) {
      const [admin, tess] = [await newAdmin(), await user(portal)]
      const start = { params: { id: tess.id }, body: { reason } }
      await Promise.all([admin.as.call(adminUsers.impersonate, start), admin.as.call(account.logout)])
      const actions = (await entriesOf(tess.id)).map(({ action }) => action)
      expect(actions).toBeOneOf([[], ['impersonation.started', 'impersonation.ended']])
    }
  })
})

test('the audit log says until when an administrator may act, and nothing more once that is over', async () => {
  const { admin, tess, acting } = await begun()
  const [started] = await entriesOf(tess.id, 'impersonation.started')
  expect(started?.after).toMatchObject({ expiresAt: acting.impersonation.expiresAt })
  portal.clock.advance(61 * 60_000)
  const { accessToken } = (await refresh(admin.refreshToken)).body
  expect(await callerAt(portal.url, accessToken).call(account.logout)).toMatchObject({ status: 204 })
  expect(await entriesOf(tess.id, 'impersonation.ended')).toEqual([])
})

test.each([adminUsers.endImpersonation, account.logout])(
  'stopping by $path is one entry and no other',
  async (stop) => {
    const { tess, acting } = await begun()
    await acting.as.call(stop)
    const actions = (await entriesOf(tess.id)).map(({ action }) => action)
    expect(actions).toEqual(['impersonation.started', 'impersonation.ended'])
  },
)
