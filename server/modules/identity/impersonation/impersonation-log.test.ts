import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { actAsUser, anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { type Caller, createCaller } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { requestResetCode } from '../codes/codes.fixture.ts'
import { createImpersonationHelpers } from './impersonation.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { newAdmin, refresh, getStatus } = createImpersonationHelpers(portal)
const newPassword = 'anew-horse-battery'
const reason = 'Asked by phone why an order came back short'

type TestPerson = Awaited<ReturnType<typeof user>>
type ImpersonationCase = { admin: TestPerson; tess: TestPerson; acting: Awaited<ReturnType<typeof actAsUser>> }

const listAuditEntries = (userId: string, ...actions: string[]) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason', 'after'])
    .where('onBehalfOfId', '=', userId)
    .$if(actions.length > 0, (query) => query.where('action', 'in', actions))
    .orderBy('id')
    .execute()

async function startImpersonation(): Promise<ImpersonationCase> {
  const [admin, tess] = [await newAdmin(), await user(portal)]
  return { admin, tess, acting: await actAsUser(portal, admin, tess.id, reason) }
}

const changePassword = ({ as }: { as: Caller }) =>
  as.call(account.updatePassword, {
    body: { currentPassword: testPassword, newPassword, confirmPassword: newPassword },
  })

async function resetPassword({ email }: TestPerson) {
  const code = await requestResetCode(portal, email)
  const body = { email, code, password: newPassword, confirmPassword: newPassword }
  await anonymousCaller(portal).call(auth.resetPassword, { body })
}

/** Uses a refresh token and reuses it after the grace period for a second tab. */
async function reuseToken(refreshToken: string) {
  await refresh(refreshToken)
  portal.clock.advance(11_000)
  await refresh(refreshToken)
}

async function endListedSession({ as }: { as: Caller }) {
  const { items } = (await as.call(account.sessions)).body
  const sessionId = items.find(({ impersonation }) => impersonation)?.id ?? ''
  return as.call(account.endSession, { params: { sessionId } })
}

const closeAccount = ({ as }: TestPerson) => as.call(account.close, { body: { password: testPassword } })
const getNoActor = () => null
const getAdminId = ({ admin }: ImpersonationCase) => admin.id
const getUserId = ({ tess }: ImpersonationCase) => tess.id

const endings: [
  string,
  (testCase: ImpersonationCase) => Promise<unknown>,
  (testCase: ImpersonationCase) => string | null,
][] = [
  ['when they stop', ({ acting }) => acting.as.call(adminUsers.endImpersonation), getAdminId],
  ['when they sign out as the user', ({ acting }) => acting.as.call(account.logout), getAdminId],
  ['when they sign out as themselves', ({ admin }) => admin.as.call(account.logout), getAdminId],
  ['when they sign out everywhere', ({ admin }) => admin.as.call(account.logoutAll), getAdminId],
  [
    'when they change their password on another device',
    async ({ admin }) => changePassword(await signInWithPassword(portal, admin.email)),
    getAdminId,
  ],
  ['when they reset their password', ({ admin }) => resetPassword(admin), getAdminId],
  ['when they close their account', ({ admin }) => newAdmin().then(() => closeAccount(admin)), getAdminId],
  ['when their own refresh token is used again', ({ admin }) => reuseToken(admin.refreshToken), getNoActor],
  ['when that of their acting is used again', ({ acting }) => reuseToken(acting.refreshToken), getNoActor],
  ['when the user ends it from the list', ({ tess }) => endListedSession(tess), getUserId],
  ['when the user signs out everywhere', ({ tess }) => tess.as.call(account.logoutAll), getUserId],
  ['when the user changes their password', ({ tess }) => changePassword(tess), getUserId],
  ['when the user resets their password', ({ tess }) => resetPassword(tess), getUserId],
  ['when the user closes their account', ({ tess }) => closeAccount(tess), getUserId],
]

describe('the audit log has the end of an impersonation once, with the actor and the user', () => {
  test.each(endings)('%s', async (_, end, by) => {
    const testCase = await startImpersonation()
    const { id } = (await testCase.acting.as.call(account.sessions)).body.items.find(({ isCurrent }) => isCurrent) ?? {}
    await end(testCase)
    expect(await getStatus(testCase.acting.as)).toBe(401)
    const expected = { onBehalfOfId: testCase.tess.id, reason }
    expect(await listAuditEntries(testCase.tess.id, 'impersonation.started', 'impersonation.ended')).toMatchObject([
      { action: 'impersonation.started', actorId: testCase.admin.id, ...expected },
      { action: 'impersonation.ended', actorId: by(testCase), objectType: 'session', objectId: id, ...expected },
    ])
  })

  test('when the administrator changes their password on the device it was started on and then signs out there', async () => {
    const testCase = await startImpersonation()
    await changePassword(testCase.admin)
    // Other devices are signed out; this one and its impersonation continue.
    expect(await getStatus(testCase.acting.as)).toBe(200)
    expect(await listAuditEntries(testCase.tess.id, 'impersonation.ended')).toEqual([])
    await testCase.admin.as.call(account.logout)
    expect(await listAuditEntries(testCase.tess.id, 'impersonation.ended')).toHaveLength(1)
  })

  test('when all sides end it at once', async () => {
    for (let round = 0; round < scaleForTorture(3, 20); round++) {
      const { admin, tess, acting } = await startImpersonation()
      const both = [acting.as.call(adminUsers.endImpersonation), acting.as.call(account.logout)]
      const otherSession = tess.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
      await Promise.all([...both, admin.as.call(account.logout), otherSession, endListedSession(tess)])
      expect(await listAuditEntries(tess.id, 'impersonation.ended')).toHaveLength(1)
    }
  })

  test('when the administrator’s session ends as it starts', async () => {
    for (let round = 0; round < scaleForTorture(3, 20); round++) {
      const [admin, tess] = [await newAdmin(), await user(portal)]
      const start = { params: { id: tess.id }, body: { reason } }
      await Promise.all([admin.as.call(adminUsers.impersonate, start), admin.as.call(account.logout)])
      const actions = (await listAuditEntries(tess.id)).map(({ action }) => action)
      expect(actions).toBeOneOf([[], ['impersonation.started', 'impersonation.ended']])
    }
  })
})

test('the audit log has the expiry of an impersonation, and no further entry once it has expired', async () => {
  const { admin, tess, acting } = await startImpersonation()
  const [started] = await listAuditEntries(tess.id, 'impersonation.started')
  expect(started?.after).toMatchObject({ expiresAt: acting.impersonation.expiresAt })
  portal.clock.advance(61 * 60_000)
  const { accessToken } = (await refresh(admin.refreshToken)).body
  expect(await createCaller(portal.url, accessToken).call(account.logout)).toMatchObject({ status: 204 })
  expect(await listAuditEntries(tess.id, 'impersonation.ended')).toEqual([])
})

test.each([adminUsers.endImpersonation, account.logout])(
  'stopping by $path writes one entry and no other',
  async (stop) => {
    const { tess, acting } = await startImpersonation()
    await acting.as.call(stop)
    const actions = (await listAuditEntries(tess.id)).map(({ action }) => action)
    expect(actions).toEqual(['impersonation.started', 'impersonation.ended'])
  },
)
