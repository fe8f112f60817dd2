import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createUser } from './create-user.ts'

const portal = await testPortal()
afterAll(portal.close)

const signIn = (email: string, password: string, headers = {}) =>
  nobody(portal).call(auth.login, { body: { email, password }, headers })

const wrong = 'The e-mail address or the password is not right.'
const change = (userId: string, facts: { isActive?: boolean; emailVerifiedAt?: null }) =>
  portal.db.updateTable('users').set(facts).where('id', '=', userId).execute()

describe('signing in', () => {
  test('gives the user, a pair of tokens and the prices, and never the password', async () => {
    const { id, email } = await user(portal, { role: 'CONSUMER_USER' })
    const { status, body } = await signIn(email.toUpperCase(), testPassword)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id, email, role: 'CONSUMER_USER', firstName: 'Tess', isActive: true })
    expect(body.creditSettings.map(({ key }) => key)).toEqual(['MAIL_READY', 'CALL_READY'])
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i)
  })

  test('with a wrong password or an unknown e-mail gets one and the same answer', async () => {
    const { email } = await user(portal)
    const replies = [await signIn(email, 'not it'), await signIn(`${newId()}@example.com`, testPassword)]
    const [known, unknown] = replies.map(({ status, headers, body }) => ({
      status,
      body: { ...body, requestId: '' },
      headers: [...headers.keys()],
    }))
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 401, body: { code: 'NOT_AUTHENTICATED', message: wrong } })
  })

  test('takes about as long for an unknown e-mail as for a wrong password', async () => {
    const { email } = await user(portal)
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 9; round++)
      for (const [who, address] of [
        ['known', email],
        ['unknown', `${newId()}@example.com`],
      ] as const) {
        const startedAt = performance.now()
        await signIn(address, 'not it')
        times[who].push(performance.now() - startedAt)
      }
    // A busy machine only adds time, so the fastest of each are compared: without the hash one would be many times faster.
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(unknown).toBeGreaterThan(known / 2)
    expect(unknown).toBeLessThan(known * 2)
  })

  test('to a deactivated or unverified account is refused, and only who knows the password is told why', async () => {
    const [gone, fresh] = [await user(portal), await user(portal)]
    await change(gone.id, { isActive: false })
    await change(fresh.id, { emailVerifiedAt: null })
    for (const [email, reason] of [
      [gone.email, 'This account has been deactivated.'],
      [fresh.email, 'Please verify your e-mail address first.'],
    ] as const) {
      expect(await signIn(email, testPassword)).toMatchObject({ status: 401, body: { message: reason } })
      expect(await signIn(email, 'not it')).toMatchObject({ status: 401, body: { message: wrong } })
    }
  })

  test('is one session for each device, which the other devices survive', async () => {
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
  ])('with an input that cannot be right says what is wrong with it', async (body, message) => {
    expect(await nobody(portal).call(auth.login, { body })).toMatchObject({ status: 400, body: { message } })
  })
})

describe('a new user', () => {
  const person = { firstName: 'Tess', lastName: 'Twin', phone: '615-555-0121', role: 'CONSUMER_USER' as const }

  test('whose e-mail is taken, in whatever case, is not made', async () => {
    const { email } = await user(portal)
    expect(await createUser(portal.services, { ...person, email: email.toUpperCase(), password: 'theirs' })).toBeNull()
    await signedIn(portal, email)
    expect(await signIn(email, 'theirs')).toMatchObject({ status: 401 })
  })

  test('is made once when asked for many times at once', async () => {
    const email = `${newId()}@example.com`
    const tries = Array.from({ length: 10 }, () => createUser(portal.services, { ...person, email, password: 'once' }))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
  })

  test('has a password that is stored as argon2id with a salt of its own', async () => {
    const ids = [await user(portal), await user(portal)].map(({ id }) => id)
    const rows = await portal.db.selectFrom('users').select('passwordHash').where('id', 'in', ids).execute()
    for (const { passwordHash } of rows) expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(rows[0]?.passwordHash).not.toBe(rows[1]?.passwordHash)
  })

  test('begins with no credits', async () => {
    const { as } = await user(portal)
    const balance = { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 0 }
    expect((await as.call(auth.me)).body.balance).toEqual(balance)
  })
})
