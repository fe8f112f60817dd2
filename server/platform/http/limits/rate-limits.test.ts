import { accountRequestsPerMinute } from '@dooryard/contract/api/limits'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSecrets } from '../../crypto/secrets.ts'
import { newId } from '../../util/ids.ts'
import { correctWord, limitedEndpoints, startLimitedServer } from './limited-server.fixture.ts'
import { createRateLimiter, purgeRateLimits } from './rate-limits.ts'

const server = await startLimitedServer()
const other = await startLimitedServer({ sharedWith: server })
afterAll(async () => {
  await other.close()
  await server.close()
})

const newEmail = () => `${newId()}@example.com`

let lastAddress = 0
/** An address that has made no calls yet. */
const fromAddress = (address = `198.51.100.${++lastAddress}`) => ({ 'X-Forwarded-For': address })

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

const countStatuses = (replies: { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

const sendMail = (email: string, headers = fromAddress(), at = server, text = 'a letter') =>
  at.nobody.call(limitedEndpoints.mail, { body: { email, text }, headers })

const guess = (email: string, word: string, headers: Record<string, string>, at = server) =>
  at.nobody.call(limitedEndpoints.guess, { body: { email, word }, headers })

/** Makes the counts of a limit expire. */
const expireCounts = (name: string) =>
  sql`update rate_limits set expire = expire - 2000 where key like ${`${name}:%`}`.execute(server.db)

describe('a limit', () => {
  test('of seven admits exactly seven of 200 simultaneous calls to two processes', async () => {
    const email = newEmail()
    const replies = await times(200, (n) => sendMail(email, fromAddress(), n % 2 ? server : other))
    expect(countStatuses(replies)).toEqual({ 204: 7, 429: 193 })
    expect([...server.done, ...other.done].filter((what) => what === `mail to ${email}`)).toHaveLength(7)
  })

  test('reports the remaining calls and, once exceeded, how long to wait', async () => {
    const email = newEmail()
    const startedAt = Date.now()
    const sinceSeconds = () => Math.ceil((Date.now() - startedAt) / 1000)
    const first = await sendMail(email)
    expect(first.headers.get('ratelimit-policy')).toBe('"mail";q=7;w=60')
    const [, left] = first.headers.get('ratelimit')?.match(/^"mail";r=6;t=(\d\d)$/) ?? []
    expect(Number(left)).toBeLessThanOrEqual(60)
    expect(Number(left)).toBeGreaterThanOrEqual(60 - sinceSeconds())
    expect(first.headers.has('retry-after')).toBe(false)
    for (let n = 0; n < 6; n++) await sendMail(email)
    const refused = await sendMail(email)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many attempts\. Please try again in \d\d seconds\.$|1 minute\.$/),
      },
    })
    expect(refused.headers.get('ratelimit')).toMatch(/^"mail";r=0;t=\d\d$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60 - sinceSeconds())
  })

  test('shares its count with the other calls that have it', async () => {
    const email = newEmail()
    for (let n = 0; n < 7; n++) await sendMail(email)
    expect(
      (await server.nobody.call(limitedEndpoints.mailAgain, { body: { email }, headers: fromAddress() })).status,
    ).toBe(429)
  })

  test('reports the tightest of several, and a refused call counts toward none', async () => {
    const here = fromAddress()
    for (let n = 0; n < 9; n++) expect((await sendMail(newEmail(), here)).status).toBe(204)
    const email = newEmail()
    const refused = await sendMail(email, here)
    expect(refused.headers.get('ratelimit-policy')).toBe('"mail-address";q=9;w=60')
    expect(refused.status).toBe(429)
    // From any other address, the email still has all of its seven.
    expect((await sendMail(email)).headers.get('ratelimit')).toMatch(/r=6/)
  })

  test('counts an email in any case, and stores none in its table', async () => {
    const email = newEmail()
    for (let n = 0; n < 7; n++) await sendMail(n % 2 ? email.toUpperCase() : email)
    expect((await sendMail(email)).status).toBe(429)
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(server.db)
    expect(rows.map(({ key }) => key).filter((key) => key.startsWith('mail:'))).not.toEqual([])
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|198\.51/i)
  })

  test('counts an IPv6 network as one', async () => {
    for (let n = 0; n < 9; n++) await sendMail(newEmail(), fromAddress(`2001:db8:1:2::${n + 1}`))
    expect((await sendMail(newEmail(), fromAddress('2001:db8:1:2:ffff::1'))).status).toBe(429)
    expect((await sendMail(newEmail(), fromAddress('2001:db8:1:3::1'))).status).toBe(204)
  })

  test('starts again when its window ends', async () => {
    const { call } = server.signIn()
    // The clock stands still, so that the second does not end between the calls.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    expect((await call(limitedEndpoints.blink)).status).toBe(204)
    const refused = await call(limitedEndpoints.blink)
    now.mockRestore()
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 1 second.' },
    })
    await expireCounts('blink')
    expect((await call(limitedEndpoints.blink)).status).toBe(204)
  })

  test('leaves no row after its window and the cleanup', async () => {
    await server.signIn().call(limitedEndpoints.blink)
    await expireCounts('blink')
    await purgeRateLimits(server.db)
    const { rows } = await sql<{ key: string; expire: number }>`select key, expire from rate_limits`.execute(server.db)
    expect(rows.filter(({ key }) => key.startsWith('blink:'))).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
  })

  test('by something a call does not have is a bug, and no call goes uncounted', async () => {
    const limiter = createRateLimiter(server.database.pool, { secrets: createSecrets(server.secret) })
    const perAccount = { name: 'none', per: 'account', times: 1, seconds: 60 } as const
    await expect(limiter.count([perAccount], { address: '203.0.113.1' })).rejects.toThrow('The limit none')
  })
})

describe('a call that is refused before it is attempted', () => {
  test('counts toward none of its own limits', async () => {
    const email = newEmail()
    const here = fromAddress()
    for (const [said, status] of [
      ['say nothing', 400],
      ['nobody home', 503],
    ] as const)
      for (let n = 0; n < 12; n++) {
        const refused = await sendMail(email, here, server, said)
        expect(refused.status).toBe(status)
        expect(refused.headers.get('ratelimit')).toMatch(/^"mail";r=7/)
      }
    const replies = await times(30, () => sendMail(email, here))
    expect(countStatuses(replies)).toEqual({ 204: 7, 429: 23 })
  })

  test('counts toward its account all the same', async () => {
    const { call } = server.signIn()
    const wish = (wish: string) => call(limitedEndpoints.knock, { body: { word: correctWord, wish } })
    expect((await wish('nothing')).status).toBe(400)
    const { headers } = await call(limitedEndpoints.look)
    expect(headers.get('ratelimit')).toMatch(`"account";r=${accountRequestsPerMinute - 2};`)
    for (let n = 0; n < 4; n++) expect((await wish('nothing')).status).toBe(400)
    expect((await wish('gold')).status).toBe(204)
  })

  test('never reveals whether a word is right: a wrong one counts, whatever else is wrong', async () => {
    const { call } = server.signIn()
    const guess = async (word: string) =>
      (await call(limitedEndpoints.knock, { body: { word, wish: 'nothing' } })).status
    for (let n = 0; n < 3; n++) expect(await guess('wrong')).toBe(422)
    expect(await guess('wrong')).toBe(429)
    expect(await guess(correctWord)).toBe(429)
  })
})

describe('a limit of failures', () => {
  test('counts only wrong guesses', async () => {
    const email = newEmail()
    const here = fromAddress()
    for (let n = 0; n < 12; n++) {
      const right = await guess(email, correctWord, here)
      expect(right.status).toBe(204)
      expect(right.headers.get('ratelimit')).toMatch(/r=5/)
    }
    for (let n = 0; n < 5; n++) {
      const wrong = await guess(email, 'wrong', here)
      expect(wrong.status).toBe(401)
      expect(wrong.headers.get('ratelimit')).toMatch(new RegExp(`r=${4 - n}`))
    }
    expect((await guess(email, correctWord, here)).status).toBe(429)
    expect((await guess(email, correctWord, fromAddress())).status).toBe(204)
  })

  test('admits five of 200 simultaneous guesses, the right one among them or not', async () => {
    const email = newEmail()
    const here = fromAddress()
    const replies = await times(200, (n) => guess(email, `word ${n}`, here, n % 2 ? server : other))
    expect(countStatuses(replies)).toEqual({ 401: 5, 429: 195 })
    expect((await guess(email, correctWord, here)).status).toBe(429)
  })

  test('does not count a call that could not be attempted', async () => {
    const email = newEmail()
    const here = fromAddress()
    for (let n = 0; n < 8; n++) expect((await guess(email, 'nobody home', here)).status).toBe(503)
    expect((await guess(email, correctWord, here)).status).toBe(204)
  })

  test('does not count refused calls, so it lasts no longer than its failures', async () => {
    const email = newEmail()
    const here = fromAddress()
    await times(5, () => guess(email, 'wrong', here))
    await times(20, () => guess(email, 'wrong', here))
    const { rows } = await sql<{
      points: number
    }>`select max(points) as points from rate_limits where key like 'guess:%'`.execute(server.db)
    expect(rows[0]?.points).toBe(5)
  })
})

describe('every signed-in call', () => {
  test('counts toward its account once, streams too', async () => {
    const { call, watch, actor } = server.signIn()
    expect((await call(limitedEndpoints.look)).headers.get('ratelimit-policy')).toBe(
      `"account";q=${accountRequestsPerMinute};w=60`,
    )
    const stream = await watch(limitedEndpoints.gaze)
    expect(await stream.next()).toEqual({ seen: 1 })
    stream.close()
    const { headers } = await call(limitedEndpoints.look)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"account";r=${accountRequestsPerMinute - 3};t=\\d+$`))
    // An administrator who impersonates a user spends calls of their own account.
    const asThem = server.signIn('ENTERPRISE_USER', { userId: actor.userId, reason: 'Asked to look' })
    expect((await asThem.call(limitedEndpoints.look)).headers.get('ratelimit')).toMatch(
      `r=${accountRequestsPerMinute - 4};`,
    )
  })

  test('is refused over the limit, and no other account is', async () => {
    const { call } = server.signIn()
    await call(limitedEndpoints.look)
    await sql`update rate_limits set points = ${accountRequestsPerMinute - 1}
      where key like 'account:%' and points = 1`.execute(server.db)
    expect((await call(limitedEndpoints.look)).status).toBe(200)
    expect(await call(limitedEndpoints.look)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await server.signIn().call(limitedEndpoints.look)).status).toBe(200)
  })
})
