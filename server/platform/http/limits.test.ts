import { accountCallsPerMinute } from '@dooryard/contract/limits'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { secretsFrom } from '../secrets.ts'
import { doors, doorsServer, rightWord } from './doors.fixture.ts'
import { createLimiter, forgetOldCounts } from './limits.ts'

const server = await doorsServer()
const other = await doorsServer({ beside: server })
afterAll(async () => {
  await other.close()
  await server.close()
})

const someEmail = () => `${newId()}@example.com`

let lastAddress = 0
/** An address that nobody called from before. */
const from = (address = `198.51.100.${++lastAddress}`) => ({ 'X-Forwarded-For': address })

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

const statuses = (replies: { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

const mail = (email: string, headers = from(), at = server, text = 'a letter') =>
  at.nobody.call(doors.mail, { body: { email, text }, headers })

const guess = (email: string, word: string, headers: Record<string, string>, at = server) =>
  at.nobody.call(doors.guess, { body: { email, word }, headers })

/** Lets the counts of a limit come to their end. */
const endCounts = (name: string) =>
  sql`update rate_limits set expire = expire - 2000 where key like ${`${name}:%`}`.execute(server.db)

describe('a limit', () => {
  test('of seven lets exactly seven of 200 through that come at once to two processes', async () => {
    const email = someEmail()
    const replies = await times(200, (n) => mail(email, from(), n % 2 ? server : other))
    expect(statuses(replies)).toEqual({ 204: 7, 429: 193 })
    expect([...server.done, ...other.done].filter((what) => what === `mail to ${email}`)).toHaveLength(7)
  })

  test('says where a caller stands, and when over it, how long to wait', async () => {
    const email = someEmail()
    const begun = Date.now()
    const sinceSeconds = () => Math.ceil((Date.now() - begun) / 1000)
    const first = await mail(email)
    expect(first.headers.get('ratelimit-policy')).toBe('"mail";q=7;w=60')
    const [, left] = first.headers.get('ratelimit')?.match(/^"mail";r=6;t=(\d\d)$/) ?? []
    expect(Number(left)).toBeLessThanOrEqual(60)
    expect(Number(left)).toBeGreaterThanOrEqual(60 - sinceSeconds())
    expect(first.headers.has('retry-after')).toBe(false)
    for (let n = 0; n < 6; n++) await mail(email)
    const refused = await mail(email)
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
    const email = someEmail()
    for (let n = 0; n < 7; n++) await mail(email)
    expect((await server.nobody.call(doors.mailAgain, { body: { email }, headers: from() })).status).toBe(429)
  })

  test('tells the nearest of several, and a refused call is counted by none', async () => {
    const here = from()
    for (let n = 0; n < 9; n++) expect((await mail(someEmail(), here)).status).toBe(204)
    const email = someEmail()
    const refused = await mail(email, here)
    expect(refused.headers.get('ratelimit-policy')).toBe('"mail-address";q=9;w=60')
    expect(refused.status).toBe(429)
    // The email has all of its seven left, from anywhere else.
    expect((await mail(email)).headers.get('ratelimit')).toMatch(/r=6/)
  })

  test('counts an email in whatever case, and keeps none in its table', async () => {
    const email = someEmail()
    for (let n = 0; n < 7; n++) await mail(n % 2 ? email.toUpperCase() : email)
    expect((await mail(email)).status).toBe(429)
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(server.db)
    expect(rows.map(({ key }) => key).filter((key) => key.startsWith('mail:'))).not.toEqual([])
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|198\.51/i)
  })

  test('counts an IPv6 network as one', async () => {
    for (let n = 0; n < 9; n++) await mail(someEmail(), from(`2001:db8:1:2::${n + 1}`))
    expect((await mail(someEmail(), from('2001:db8:1:2:ffff::1'))).status).toBe(429)
    expect((await mail(someEmail(), from('2001:db8:1:3::1'))).status).toBe(204)
  })

  test('begins anew when its time is over', async () => {
    const { call } = server.signIn()
    // The clock stands still, so that the second does not end between the calls.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    expect((await call(doors.blink)).status).toBe(204)
    const refused = await call(doors.blink)
    now.mockRestore()
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 1 second.' },
    })
    await endCounts('blink')
    expect((await call(doors.blink)).status).toBe(204)
  })

  test('leaves nothing behind once it is over and the house was kept', async () => {
    await server.signIn().call(doors.blink)
    await endCounts('blink')
    await forgetOldCounts(server.db)
    const { rows } = await sql<{ key: string; expire: number }>`select key, expire from rate_limits`.execute(server.db)
    expect(rows.filter(({ key }) => key.startsWith('blink:'))).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
  })

  test('of what a call does not name is a mistake of ours, and no call goes uncounted', async () => {
    const limiter = createLimiter(server.database.pool, { secrets: secretsFrom(server.secret) })
    const perAccount = { name: 'none', per: 'account', times: 1, seconds: 60 } as const
    await expect(limiter.count([perAccount], { address: '203.0.113.1' })).rejects.toThrow('The limit none')
  })
})

describe('a call that is refused before anything is tried', () => {
  test('is counted by none of the limits of its own', async () => {
    const email = someEmail()
    const here = from()
    for (const [said, status] of [
      ['say nothing', 400],
      ['nobody home', 503],
    ] as const)
      for (let n = 0; n < 12; n++) {
        const refused = await mail(email, here, server, said)
        expect(refused.status).toBe(status)
        expect(refused.headers.get('ratelimit')).toMatch(/^"mail";r=7/)
      }
    const replies = await times(30, () => mail(email, here))
    expect(statuses(replies)).toEqual({ 204: 7, 429: 23 })
  })

  test('is counted by its account all the same', async () => {
    const { call } = server.signIn()
    const wish = (wish: string) => call(doors.knock, { body: { word: rightWord, wish } })
    expect((await wish('nothing')).status).toBe(400)
    const { headers } = await call(doors.look)
    expect(headers.get('ratelimit')).toMatch(`"account";r=${accountCallsPerMinute - 2};`)
    for (let n = 0; n < 4; n++) expect((await wish('nothing')).status).toBe(400)
    expect((await wish('gold')).status).toBe(204)
  })

  test('tells nobody whether a word is right: a wrong one is counted, whatever else is wrong', async () => {
    const { call } = server.signIn()
    const guess = async (word: string) => (await call(doors.knock, { body: { word, wish: 'nothing' } })).status
    for (let n = 0; n < 3; n++) expect(await guess('wrong')).toBe(422)
    expect(await guess('wrong')).toBe(429)
    expect(await guess(rightWord)).toBe(429)
  })
})

describe('a limit of failures', () => {
  test('counts the wrong guesses alone', async () => {
    const email = someEmail()
    const here = from()
    for (let n = 0; n < 12; n++) {
      const right = await guess(email, rightWord, here)
      expect(right.status).toBe(204)
      expect(right.headers.get('ratelimit')).toMatch(/r=5/)
    }
    for (let n = 0; n < 5; n++) {
      const wrong = await guess(email, 'wrong', here)
      expect(wrong.status).toBe(401)
      expect(wrong.headers.get('ratelimit')).toMatch(new RegExp(`r=${4 - n}`))
    }
    expect((await guess(email, rightWord, here)).status).toBe(429)
    expect((await guess(email, rightWord, from())).status).toBe(204)
  })

  test('lets five of 200 guesses at once be tried, the right one among them or not', async () => {
    const email = someEmail()
    const here = from()
    const replies = await times(200, (n) => guess(email, `word ${n}`, here, n % 2 ? server : other))
    expect(statuses(replies)).toEqual({ 401: 5, 429: 195 })
    expect((await guess(email, rightWord, here)).status).toBe(429)
  })

  test('does not count what could not be tried', async () => {
    const email = someEmail()
    const here = from()
    for (let n = 0; n < 8; n++) expect((await guess(email, 'nobody home', here)).status).toBe(503)
    expect((await guess(email, rightWord, here)).status).toBe(204)
  })

  test('does not count what is refused, so it holds no longer than its failures', async () => {
    const email = someEmail()
    const here = from()
    await times(5, () => guess(email, 'wrong', here))
    await times(20, () => guess(email, 'wrong', here))
    const { rows } = await sql<{
      points: number
    }>`select max(points) as points from rate_limits where key like 'guess:%'`.execute(server.db)
    expect(rows[0]?.points).toBe(5)
  })
})

describe('every signed-in call', () => {
  test('is counted by its account, streams too, once each', async () => {
    const { call, watch, actor } = server.signIn()
    expect((await call(doors.look)).headers.get('ratelimit-policy')).toBe(`"account";q=${accountCallsPerMinute};w=60`)
    const stream = await watch(doors.gaze)
    expect(await stream.next()).toEqual({ seen: 1 })
    stream.close()
    const { headers } = await call(doors.look)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"account";r=${accountCallsPerMinute - 3};t=\\d+$`))
    // One who acts as a user spends calls of their own.
    const asThem = server.signIn('ENTERPRISE_USER', { userId: actor.userId, reason: 'Asked to look' })
    expect((await asThem.call(doors.look)).headers.get('ratelimit')).toMatch(`r=${accountCallsPerMinute - 4};`)
  })

  test('is refused over the limit, and nobody else', async () => {
    const { call } = server.signIn()
    await call(doors.look)
    await sql`update rate_limits set points = ${accountCallsPerMinute - 1}
      where key like 'account:%' and points = 1`.execute(server.db)
    expect((await call(doors.look)).status).toBe(200)
    expect(await call(doors.look)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await server.signIn().call(doors.look)).status).toBe(200)
  })
})
