import { account } from '@dooryard/contract/account'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { actingAs, enterpriseUser, nobody, signedIn, type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'

const portal = await testPortal({ lookEveryMs: 50 })
afterAll(portal.close)

const refresh = (refreshToken: string) => nobody(portal).call(auth.refresh, { body: { refreshToken } })
const ended = { status: 401, body: { message: 'Your session has ended. Please sign in again.' } }
const with_ = (accessToken: string) => callerAt(portal.url, accessToken)

const minutes = (count: number) => count * 60_000
const days = (count: number) => count * 86_400_000

describe('a refresh token', () => {
  test('is traded for a pair that works, and the access token before it works on', async () => {
    const { as, refreshToken } = await user(portal)
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(body.refreshToken).not.toBe(refreshToken)
    expect(await with_(body.accessToken).call(account.me)).toMatchObject({ status: 200 })
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
  })

  test('used again within ten seconds, as by a second tab, gives the same successor', async () => {
    const { refreshToken } = await user(portal)
    portal.clock.stop()
    const first = await refresh(refreshToken)
    portal.clock.advance(10_000)
    const second = await refresh(refreshToken)
    expect(second).toMatchObject({ status: 200, body: { refreshToken: first.body.refreshToken } })
    expect(await refresh(second.body.refreshToken)).toMatchObject({ status: 200 })
  })

  test('used by 20 at once gives all of them the same successor, and nobody is signed out', async () => {
    const { refreshToken } = await user(portal)
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.refreshToken)).size).toBe(1)
    for (const { body } of replies)
      expect(await with_(body.accessToken).call(account.me)).toMatchObject({ status: 200 })
  })

  test('used again after ten seconds ends its session: the thief or the victim, nobody can tell', async () => {
    const { id, as, refreshToken } = await user(portal)
    portal.clock.stop()
    const { body } = await refresh(refreshToken)
    portal.clock.advance(10_001)
    expect(await refresh(refreshToken)).toMatchObject(ended)
    expect(await refresh(body.refreshToken)).toMatchObject(ended)
    expect(await with_(body.accessToken).call(account.me)).toMatchObject({ status: 401 })
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    const reused = portal.db.selectFrom('auditLog').where('action', '=', 'session.token_reused')
    expect(await reused.select(['actorId', 'objectType']).where('objectId', '=', id).execute()).toEqual([
      { actorId: null, objectType: 'user' },
    ])
  })

  test('of a generation before the last ends its session even within ten seconds', async () => {
    const { refreshToken } = await user(portal)
    const second = await refresh(refreshToken)
    const third = await refresh(second.body.refreshToken)
    expect(await refresh(refreshToken)).toMatchObject(ended)
    expect(await refresh(third.body.refreshToken)).toMatchObject(ended)
  })

  test('that is stolen leaves the other devices of its user alone', async () => {
    const { email, refreshToken } = await user(portal)
    const { as: phone } = await signedIn(portal, email)
    await refresh(refreshToken)
    portal.clock.advance(11_000)
    await refresh(refreshToken)
    expect(await phone.call(account.me)).toMatchObject({ status: 200 })
  })

  test('that we did not issue opens nothing, and ends nothing', async () => {
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
    for (const token of forged) expect((await refresh(token)).status, token).toBeOneOf([400, 401])
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 })
  })

  test('is good for 30 days from its last use, and not longer', async () => {
    const { refreshToken } = await user(portal)
    portal.clock.advance(days(29))
    const { body } = await refresh(refreshToken)
    portal.clock.advance(days(29))
    const later = await refresh(body.refreshToken)
    expect(later.status).toBe(200)
    portal.clock.advance(days(30))
    expect(await refresh(later.body.refreshToken)).toMatchObject(ended)
  })
})

describe('an access token', () => {
  test('is good for fifteen minutes', async () => {
    portal.clock.stop()
    const { as } = await user(portal)
    portal.clock.advance(minutes(15) - 1_000)
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
    portal.clock.advance(1_000)
    expect(await as.call(account.me)).toMatchObject({ status: 401, body: { message: 'Not authenticated' } })
  })
})

describe('at once', () => {
  test('a sign-out ends this session, and no other', async () => {
    const { as, email, refreshToken } = await user(portal)
    const { as: phone } = await signedIn(portal, email)
    expect(await as.call(account.logout)).toMatchObject({ status: 204, body: undefined })
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    expect(await as.call(account.logout)).toMatchObject({ status: 401 })
    expect(await refresh(refreshToken)).toMatchObject(ended)
    expect(await phone.call(account.me)).toMatchObject({ status: 200 })
  })

  test('a sign-out that races a refresh leaves no way back in', async () => {
    for (let round = 0; round < rounds(3, 30); round++) {
      const { as, refreshToken } = await user(portal)
      const [{ body }] = await Promise.all([refresh(refreshToken), as.call(account.logout)])
      expect(await as.call(account.me)).toMatchObject({ status: 401 })
      expect(await refresh(body.refreshToken ?? refreshToken)).toMatchObject(ended)
    }
  })

  test('a deactivated user is out, and back in when reactivated', async () => {
    const { id, as, refreshToken } = await user(portal)
    const set = (isActive: boolean) => portal.db.updateTable('users').set({ isActive }).where('id', '=', id).execute()
    await set(false)
    expect(await as.call(account.me)).toMatchObject({ status: 401 })
    expect(await refresh(refreshToken)).toMatchObject(ended)
    await set(true)
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
  })

  test('a change of role decides what may be called', async () => {
    const { id, as } = await user(portal, { role: 'CONSUMER_USER' })
    const become = (role: string) => portal.db.updateTable('users').set({ role }).where('id', '=', id).execute()
    expect(await as.call(campaigns.list)).toMatchObject({ status: 403 })
    await become('ENTERPRISE_USER')
    expect(await as.call(campaigns.list)).toMatchObject({ status: 200 })
    expect((await as.call(account.me)).body.user.role).toBe('ENTERPRISE_USER')
    await become('AFFILIATE_USER')
    expect(await as.call(campaigns.list)).toMatchObject({ status: 403 })
  })
})

describe('an open stream ends when it is looked after next', { concurrent: true }, async () => {
  const admin = () => user(portal, { role: 'SUPER_ADMIN' })
  const change = (userId: string, facts: { isActive?: boolean; role?: string }) =>
    portal.db.updateTable('users').set(facts).where('id', '=', userId).execute()
  const newPassword = 'staple-horse-battery'

  /** Opens a stream of an order, as its user or as an administrator who acts as them. */
  async function watched(behind?: TestUser) {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const { as } = behind ? await actingAs(portal, behind, owner.id) : owner
    const stream = await as.watch(orders.watchStatus, { params: { ...params, orderId: body.id } })
    expect(await stream.next()).toMatchObject({ userFacingStatus: 'PENDING', internalStatus: 'QUEUED' })
    return { owner, as, stream, id: body.id }
  }

  const expectEnd = async (stream: { next: () => Promise<unknown> }) => expect(await stream.next()).toBeUndefined()

  const ends: Record<string, (owner: TestUser) => Promise<unknown>> = {
    'of a sign-out': ({ as }) => as.call(account.logout),
    'of a sign-out everywhere': async ({ email }) => (await signedIn(portal, email)).as.call(account.logoutAll),
    'of the end of its session on another device': async ({ as, email }) => {
      const [{ id: sessionId } = { id: '' }] = (await as.call(account.sessions)).body.items
      await (await signedIn(portal, email)).as.call(account.endSession, { params: { sessionId } })
    },
    'of a change of password on another device': async ({ email }) => {
      const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword }
      await (await signedIn(portal, email)).as.call(account.updatePassword, { body })
    },
    'of a deactivation': ({ id }) => change(id, { isActive: false }),
    'of a change of role': ({ id }) => change(id, { role: 'CONSUMER_USER' }),
    'of a sign-out by an administrator': async ({ id }) =>
      (await admin()).as.call(adminUsers.signOut, { params: { id }, body: { reason: 'A laptop was stolen' } }),
    'of a deactivation by an administrator': async ({ id }) =>
      (await admin()).as.call(adminUsers.change, { params: { id }, body: { isActive: false, reason: 'Has not paid' } }),
  }
  test.each(Object.entries(ends))('%s', async (_, end) => {
    const { owner, stream } = await watched()
    await end(owner)
    await expectEnd(stream)
  })

  test('of the end of an impersonation', async () => {
    const { as, stream } = await watched(await admin())
    await as.call(adminUsers.endImpersonation)
    await expectEnd(stream)
  })

  test('of a sign-out of the administrator behind it', async () => {
    const behind = await admin()
    const { stream } = await watched(behind)
    await behind.as.call(account.logout)
    await expectEnd(stream)
  })

  test('and not while its session lasts', async () => {
    const { id, stream } = await watched()
    for (let time = 0; time < 2; time++) {
      const other = await watched()
      await other.as.call(account.logout)
      await expectEnd(other.stream)
    }
    const call = { params: { id }, body: { reason: 'To see a change' } }
    expect(await (await admin()).as.call(adminOrders.fail, call)).toMatchObject({ status: 200 })
    expect(await stream.next()).toMatchObject({ internalStatus: 'FAILED' })
    stream.close()
  })
})
