import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import {
  actAsUser,
  anonymousCaller,
  enterpriseUser,
  signInWithPassword,
  type TestUser,
  testPassword,
  user,
} from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'

const portal = await testPortal({ demoRows: 1_000, sessionCheckMs: 50 })
afterAll(portal.close)

const refreshTokens = (refreshToken: string) => anonymousCaller(portal).call(auth.refresh, { body: { refreshToken } })
const sessionEndedReply = { status: 401, body: { message: 'Your session has ended. Please sign in again.' } }
const callerFor = (accessToken: string) => createCaller(portal.url, accessToken)

const minutesToMs = (count: number) => count * 60_000
const daysToMs = (count: number) => count * 86_400_000

describe('a refresh token', () => {
  test('is exchanged for a pair that works, and the previous access token still works', async () => {
    const { as, refreshToken } = await user(portal)
    const { status, body } = await refreshTokens(refreshToken)
    expect(status).toBe(200)
    expect(body.refreshToken).not.toBe(refreshToken)
    expect(await callerFor(body.accessToken).call(account.me)).toMatchObject({ status: 200 })
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
  })

  test('reused within ten seconds, as by a second tab, gives the same successor', async () => {
    const { refreshToken } = await user(portal)
    portal.clock.stop()
    const first = await refreshTokens(refreshToken)
    portal.clock.advance(10_000)
    const second = await refreshTokens(refreshToken)
    expect(second).toMatchObject({ status: 200, body: { refreshToken: first.body.refreshToken } })
    expect(await refreshTokens(second.body.refreshToken)).toMatchObject({ status: 200 })
  })

  test('used by 20 at once gives all of them the same successor, and nobody is signed out', async () => {
    const { refreshToken } = await user(portal)
    const replies = await Promise.all(Array.from({ length: 20 }, () => refreshTokens(refreshToken)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.refreshToken)).size).toBe(1)
    for (const { body } of replies)
      expect(await callerFor(body.accessToken).call(account.me)).toMatchObject({ status: 200 })
  })

  test('reused after ten seconds ends its session, since the thief and the victim are indistinguishable', async () => {
    const { id, as, refreshToken } = await user(portal)
    portal.clock.stop()
    const { body } = await refreshTokens(refreshToken)
    portal.clock.advance(10_001)
    expect(await refreshTokens(refreshToken)).toMatchObject(sessionEndedReply)
    expect(await refreshTokens(body.refreshToken)).toMatchObject(sessionEndedReply)
    expect(await callerFor(body.accessToken).call(account.me)).toMatchObject({ status: 401 })
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    const reused = portal.db.selectFrom('auditLog').where('action', '=', 'session.token_reused')
    expect(await reused.select(['actorId', 'objectType']).where('objectId', '=', id).execute()).toEqual([
      { actorId: null, objectType: 'user' },
    ])
  })

  test('older than the previous one ends its session even within ten seconds', async () => {
    const { refreshToken } = await user(portal)
    const second = await refreshTokens(refreshToken)
    const third = await refreshTokens(second.body.refreshToken)
    expect(await refreshTokens(refreshToken)).toMatchObject(sessionEndedReply)
    expect(await refreshTokens(third.body.refreshToken)).toMatchObject(sessionEndedReply)
  })

  test('that is stolen does not affect the other devices of its user', async () => {
    const { email, refreshToken } = await user(portal)
    const { as: phone } = await signInWithPassword(portal, email)
    await refreshTokens(refreshToken)
    portal.clock.advance(11_000)
    await refreshTokens(refreshToken)
    expect(await phone.call(account.me)).toMatchObject({ status: 200 })
  })

  test('that we did not issue gives no access and ends nothing', async () => {
    const { as, refreshToken } = await user(portal)
    const [session = '', generation = '', mac = ''] = refreshToken.replace('dyr_', '').split('.')
    const flipped = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1)
    const other = (await user(portal)).refreshToken.split('.').at(-1)
    const forged = [
      '',
      'dyr_',
      'nonsense',
      as.token ?? '',
      `dyr_${session}.${generation}.${flipped}`,
      `dyr_${session}.2.${mac}`,
      `dyr_${session}.0${generation}.${mac}`,
      `dyr_${session}.${generation}.${other}`,
      `dyr_${session}.${generation}.`,
      `dyr_${session}.${generation}.${mac}x`,
      `${refreshToken}\n`,
      ' '.repeat(200),
      'x'.repeat(201),
    ]
    for (const token of forged) expect((await refreshTokens(token)).status, token).toBeOneOf([400, 401])
    expect(await refreshTokens(refreshToken)).toMatchObject({ status: 200 })
  })

  test('is valid for 30 days from its last use, and not longer', async () => {
    const { refreshToken } = await user(portal)
    portal.clock.advance(daysToMs(29))
    const { body } = await refreshTokens(refreshToken)
    portal.clock.advance(daysToMs(29))
    const later = await refreshTokens(body.refreshToken)
    expect(later.status).toBe(200)
    portal.clock.advance(daysToMs(30))
    expect(await refreshTokens(later.body.refreshToken)).toMatchObject(sessionEndedReply)
  })
})

describe('an access token', () => {
  test('is valid for fifteen minutes', async () => {
    portal.clock.stop()
    const { as } = await user(portal)
    portal.clock.advance(minutesToMs(15) - 1_000)
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
    portal.clock.advance(1_000)
    expect(await as.call(account.me)).toMatchObject({ status: 401, body: { message: 'Not authenticated' } })
  })
})

describe('immediately', () => {
  test('a sign-out ends this session and no other', async () => {
    const { as, email, refreshToken } = await user(portal)
    const { as: phone } = await signInWithPassword(portal, email)
    expect(await as.call(account.logout)).toMatchObject({ status: 204, body: undefined })
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    expect(await as.call(account.logout)).toMatchObject({ status: 401 })
    expect(await refreshTokens(refreshToken)).toMatchObject(sessionEndedReply)
    expect(await phone.call(account.me)).toMatchObject({ status: 200 })
  })

  test('a sign-out concurrent with a refresh leaves no valid token', async () => {
    for (let round = 0; round < scaleForTorture(3, 30); round++) {
      const { as, refreshToken } = await user(portal)
      const [{ body }] = await Promise.all([refreshTokens(refreshToken), as.call(account.logout)])
      expect(await as.call(account.me)).toMatchObject({ status: 401 })
      expect(await refreshTokens(body.refreshToken ?? refreshToken)).toMatchObject(sessionEndedReply)
    }
  })

  test('a deactivated user loses access, and has it again when reactivated', async () => {
    const { id, as, refreshToken } = await user(portal)
    const set = (isActive: boolean) => portal.db.updateTable('users').set({ isActive }).where('id', '=', id).execute()
    await set(false)
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    expect(await refreshTokens(refreshToken)).toMatchObject(sessionEndedReply)
    await set(true)
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
  })

  test('a change of role decides what may be called', async () => {
    const { id, as } = await user(portal, { role: 'CONSUMER_USER' })
    const changeAccount = (role: string) => portal.db.updateTable('users').set({ role }).where('id', '=', id).execute()
    expect(await as.call(campaigns.list)).toMatchObject({ status: 403 })
    await changeAccount('ENTERPRISE_USER')
    expect(await as.call(campaigns.list)).toMatchObject({ status: 200 })
    expect((await as.call(account.me)).body.user.role).toBe('ENTERPRISE_USER')
    await changeAccount('AFFILIATE_USER')
    expect(await as.call(campaigns.list)).toMatchObject({ status: 403 })
  })
})

describe('an open stream ends at its next session check', { concurrent: true }, async () => {
  const admin = () => user(portal, { role: 'SUPER_ADMIN' })
  const change = (userId: string, facts: { isActive?: boolean; role?: string }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', userId).execute()
  const newPassword = 'staple-horse-battery'

  /** Opens an order stream, as its user or as an administrator who impersonates them. */
  async function watchStream(behind?: TestUser) {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const { as } = behind ? await actAsUser(portal, behind, owner.id) : owner
    const stream = await as.watch(orders.watchStatus, { params: { ...params, orderId: body.id } })
    expect(await stream.next()).toMatchObject({ userFacingStatus: 'PENDING', internalStatus: 'QUEUED' })
    return { owner, as, stream, id: body.id }
  }

  const expectStreamEnd = async (stream: { next: () => Promise<unknown> }) =>
    expect(await stream.next()).toBeUndefined()

  const ends: Record<string, (owner: TestUser) => Promise<unknown>> = {
    'of a sign-out': ({ as }) => as.call(account.logout),
    'of a sign-out everywhere': async ({ email }) =>
      (await signInWithPassword(portal, email)).as.call(account.logoutAll),
    'of the end of its session on another device': async ({ as, email }) => {
      const [{ id: sessionId } = { id: '' }] = (await as.call(account.sessions)).body.items
      await (await signInWithPassword(portal, email)).as.call(account.endSession, { params: { sessionId } })
    },
    'of a change of password on another device': async ({ email }) => {
      const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword }
      await (await signInWithPassword(portal, email)).as.call(account.updatePassword, { body })
    },
    'of a deactivation': ({ id }) => change(id, { isActive: false }),
    'of a change of role': ({ id }) => change(id, { role: 'CONSUMER_USER' }),
    'of a sign-out by an administrator': async ({ id }) =>
      (await admin()).as.call(adminUsers.signOut, { params: { id }, body: { reason: 'A laptop was stolen' } }),
    'of a deactivation by an administrator': async ({ id }) =>
      (await admin()).as.call(adminUsers.change, { params: { id }, body: { isActive: false, reason: 'Has not paid' } }),
  }
  test.each(Object.entries(ends))('%s', async (_, end) => {
    const { owner, stream } = await watchStream()
    await end(owner)
    await expectStreamEnd(stream)
  })

  test('after the end of an impersonation', async () => {
    const { as, stream } = await watchStream(await admin())
    await as.call(adminUsers.endImpersonation)
    await expectStreamEnd(stream)
  })

  test('after a sign-out of the impersonating administrator', async () => {
    const behind = await admin()
    const { stream } = await watchStream(behind)
    await behind.as.call(account.logout)
    await expectStreamEnd(stream)
  })

  test('and not while its session is valid', async () => {
    const { id, stream } = await watchStream()
    for (let time = 0; time < 2; time++) {
      const other = await watchStream()
      await other.as.call(account.logout)
      await expectStreamEnd(other.stream)
    }
    const call = { params: { id }, body: { reason: 'To see a change' } }
    expect(await (await admin()).as.call(adminOrders.fail, call)).toMatchObject({ status: 200 })
    expect(await stream.next()).toMatchObject({ internalStatus: 'FAILED' })
    stream.close()
  })
})
