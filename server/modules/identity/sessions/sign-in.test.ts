import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { hash } from '@node-rs/argon2'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { createUser } from '../users/create-user.ts'
import { endSessions } from './sessions.queries.ts'
import { signIn as signInBy } from './sign-in.ts'

const portal = await testPortal()
afterAll(portal.close)

const signIn = (email: string, password: string, headers = {}) =>
  anonymousCaller(portal).call(auth.login, { body: { email, password }, headers })

const notVerified = 'Verify your email address first. Enter the 6-digit code we sent to it.'
const wrongCredentials = 'The email address or password is incorrect.'
const updateColumns = (userId: string, facts: { isActive?: boolean; emailVerifiedAt?: null }) =>
  portal.db.updateTable('users').set(facts).where('id', '=', userId).execute()

describe('signing in', () => {
  test('returns the user, a pair of tokens and the prices, and never the password', async () => {
    const { id, email } = await user(portal, { role: 'CONSUMER_USER' })
    const { status, body } = await signIn(email.toUpperCase(), testPassword)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id, email, role: 'CONSUMER_USER', firstName: 'Tess', isActive: true })
    expect(body.creditSettings.map(({ key }) => key)).toEqual(['MAIL_READY', 'CALL_READY'])
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i)
  })

  test('with a wrong password or an unknown email gets the same response', async () => {
    const { email } = await user(portal)
    const replies = [await signIn(email, 'not it'), await signIn(`${newId()}@example.com`, testPassword)]
    const [known, unknown] = replies.map(({ status, headers, body }) => ({
      status,
      body: { ...body, requestId: '' },
      headers: [...headers.keys()],
    }))
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 401, body: { code: 'NOT_AUTHENTICATED', message: wrongCredentials } })
  })

  test('compares as many passwords for an unknown email as for a known one', async () => {
    const { email } = await user(portal)
    const caller = { ipAddress: '198.51.100.7', userAgent: 'a test' }
    const ctx = { ...portal.services, requestId: newId(), caller, signal: new AbortController().signal }
    const days = { user: 90, administrator: 30 }
    for (const typedEmail of [email, `${newId()}@example.com`]) {
      const compare = vi.fn(verifyPassword)
      await expect(
        signInBy(ctx, { email: typedEmail, password: 'not it' }, days, { compare, countCodeMail: async () => true }),
      ).rejects.toThrow(wrongCredentials)
      // The second is the password of a registration that changed nothing.
      expect(compare).toHaveBeenCalledTimes(2)
    }
  })

  test('to a deactivated account is rejected, with the reason only for the correct password', async () => {
    const { id, email } = await user(portal)
    await updateColumns(id, { isActive: false })
    const message = 'This account has been deactivated.'
    expect(await signIn(email, testPassword)).toMatchObject({ status: 401, body: { message } })
    expect(await signIn(email, 'not it')).toMatchObject({ status: 401, body: { message: wrongCredentials } })
  })

  test.each([true, false])(
    'to an unverified account, active or not (%s), is rejected with the reason only for the right password',
    async (isActive) => {
      const { id, email } = await user(portal)
      await updateColumns(id, { emailVerifiedAt: null, isActive })
      const replies = [await signIn(email, testPassword), await signIn(email, 'not it')]
      expect(replies).toMatchObject([
        { status: 403, body: { code: 'EMAIL_NOT_VERIFIED', message: notVerified } },
        { status: 401, body: { message: wrongCredentials } },
      ])
    },
  )

  test('with a password that changes during the comparison is rejected', async () => {
    const passwordHash = await hashPassword('a new one')
    for (let round = 0; round < scaleForTorture(2, 20); round++) {
      const { id, email } = await user(portal)
      const tries = () => Array.from({ length: 4 }, () => signIn(email, testPassword))
      let replies = round % 2 ? [] : tries()
      await inTransaction({ db: portal.db }, async ({ db }) => {
        await db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
        await endSessions(db, { userId: id }, portal.clock.now())
        if (round % 2 === 0) return
        // They still compare with the old password, and wait to start a session.
        replies = tries()
        await waitForLockContention(portal.db)
      })
      for (const { status, body } of await Promise.all(replies))
        if (status === 200)
          expect(await createCaller(portal.url, body.accessToken).call(account.me)).toMatchObject({ status: 401 })
      expect(await signIn(email, 'a new one')).toMatchObject({ status: 200 })
    }
  })

  test('upgrades a hash with outdated costs once, and lets everyone in meanwhile', async () => {
    const { id, email } = await user(portal)
    const getPasswordHash = async () =>
      (await portal.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow())
        .passwordHash
    const passwordHash = await hash(testPassword, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await portal.db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    expect(await signIn(email, 'not it')).toMatchObject({ status: 401 })
    expect(await getPasswordHash()).toBe(passwordHash)
    const replies = await Promise.all(Array.from({ length: 5 }, () => signIn(email, testPassword)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const renewed = await getPasswordHash()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn(email, testPassword)).toMatchObject({ status: 200 })
    expect(await getPasswordHash()).toBe(renewed)
  })

  test('is one session per device, independent of the others', async () => {
    const { id, email } = await user(portal)
    await signIn(email, testPassword, { 'User-Agent': 'A fancy browser '.repeat(100) })
    const sessions = await portal.db.selectFrom('sessions').selectAll().where('userId', '=', id).orderBy('id').execute()
    expect(sessions).toHaveLength(2)
    expect(sessions[1]).toMatchObject({
      ipAddress: '127.0.0.1',
      userAgent: 'A fancy browser '.repeat(100).slice(0, 300),
    })
  })

  test.each([
    [{ email: 'nobody', password: 'x' }, 'Please enter a valid email address'],
    [{ email: `${'x'.repeat(250)}@example.com`, password: 'x' }, 'Please enter a valid email address'],
    [{ email: 'a@example.com', password: '' }, 'Password is required'],
    [{ email: 'a@example.com', password: 'x'.repeat(1001) }, 'Password must be less than 1000 characters'],
  ])('with invalid input names the errors', async (body, message) => {
    expect(await anonymousCaller(portal).call(auth.login, { body })).toMatchObject({ status: 400, body: { message } })
  })
})

describe('the audit log', () => {
  const listAuditEntries = (objectId: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'objectType', 'reason', 'ipAddress', 'requestId'])
      .where('objectId', '=', objectId)
      .where('action', 'like', 'session.%')
      .orderBy('id')
      .execute()

  test('has every sign-in with user, address and session', async () => {
    const { id, email } = await user(portal)
    await signIn(email, testPassword)
    const sessions = await portal.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()
    expect(sessions).toHaveLength(2)
    for (const session of sessions)
      expect(await listAuditEntries(session.id)).toMatchObject([
        { action: 'session.started', actorId: id, objectType: 'session', ipAddress: '127.0.0.1' },
      ])
  })

  test('has every rejection, by the account if there is one, and no unknown email', async () => {
    const { id, email } = await user(portal)
    const unknown = `${newId()}@example.com`
    const [first, second] = [await signIn(email, 'not it'), await signIn(unknown, 'not it')]
    await updateColumns(id, { isActive: false })
    await signIn(email, testPassword)
    const refused = { action: 'session.refused', actorId: null, ipAddress: '127.0.0.1' }
    expect(await listAuditEntries(id)).toMatchObject([
      { ...refused, objectType: 'user', reason: wrongCredentials, requestId: first.headers.get('x-request-id') },
      { ...refused, objectType: 'user', reason: 'This account has been deactivated.' },
    ])
    const log = await portal.db.selectFrom('auditLog').selectAll().execute()
    const unknownEntries = log.filter(({ requestId }) => requestId === second.headers.get('x-request-id'))
    expect(unknownEntries).toMatchObject([{ ...refused, objectType: null, objectId: null, reason: wrongCredentials }])
    expect(JSON.stringify(log)).not.toContain(unknown)
  })

  test('has no password and no token', async () => {
    const { email } = await user(portal)
    const { body } = await signIn(email, testPassword)
    await signIn(email, 'a-wrong-guess')
    const log = JSON.stringify(await portal.db.selectFrom('auditLog').selectAll().execute())
    for (const secret of [testPassword, 'a-wrong-guess', body.accessToken, body.refreshToken])
      expect(log).not.toContain(secret)
    expect(log).toContain('session.refused')
  })
})

describe('a new user', () => {
  const person = { firstName: 'Tess', lastName: 'Twin', phone: '615-555-0121', role: 'CONSUMER_USER' as const }

  test('with a taken email, in any case, is not created', async () => {
    const { email } = await user(portal)
    expect(await createUser(portal.services, { ...person, email: email.toUpperCase(), password: 'theirs' })).toBeNull()
    await signInWithPassword(portal, email)
    expect(await signIn(email, 'theirs')).toMatchObject({ status: 401 })
  })

  test('is created once for many concurrent requests', async () => {
    const email = `${newId()}@example.com`
    const tries = Array.from({ length: 10 }, () =>
      createUser(portal.services, { ...person, email, password: testPassword }),
    )
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
  })

  test('has a password stored as argon2id with its own salt', async () => {
    const ids = [await user(portal), await user(portal)].map(({ id }) => id)
    const rows = await portal.db.selectFrom('users').select('passwordHash').where('id', 'in', ids).execute()
    for (const { passwordHash } of rows) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows[0]?.passwordHash).not.toBe(rows[1]?.passwordHash)
  })

  test('starts without credits', async () => {
    const { as } = await user(portal)
    const balance = { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 0 }
    expect((await as.call(account.me)).body.balance).toEqual(balance)
  })
})
