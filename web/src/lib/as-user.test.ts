import { auth } from '@dooryard/contract/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admin, asErin, browserLocks, browserStorage, erin, openTab, tokenFor } from './tab.fixture.ts'

const answer = (status: number, body: object) =>
  new Response(JSON.stringify({ message: `${status}`, ...body }), { status })

/** A server that trades refresh tokens as `trade` says, and a record of what it was asked. */
function server(trade: (spent: string) => Response | Promise<Response>) {
  const spent: string[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    expect(path).toBe(auth.refresh.path)
    const { refreshToken } = JSON.parse(String(init.body))
    spent.push(refreshToken)
    return Promise.resolve(trade(refreshToken))
  })
  return spent
}

const renewed = (seconds = 900, at?: number) => {
  const accessToken = tokenFor(seconds, at)
  return answer(200, { accessToken, refreshToken: `after ${accessToken}` })
}

/** A call that the server takes with any token but those listed, and the tokens it came with. */
function callRefusing({ refusal }: { refusal: () => Error }, ...refused: string[]) {
  const tokens: string[] = []
  const work = async (authorization: string) => {
    const token = authorization.replace('Bearer ', '')
    tokens.push(token)
    if (refused.includes(token) || refused.includes('all')) throw refusal()
    return 'done'
  }
  return { work, tokens }
}

let storage = browserStorage()
beforeEach(() => {
  storage = browserStorage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a call goes out with the token there is, as long as it is good for more than half a minute', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  const spent = server(() => renewed())
  const accessToken = tokenFor(35)
  session.start({ ...erin, accessToken })
  const { work, tokens } = callRefusing(tab)
  expect(await asUser(work)).toBe('done')
  expect({ tokens, spent }).toEqual({ tokens: [accessToken], spent: [] })
})

test('a token within 30 seconds of its end is refreshed first, once for all calls that wait', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: tokenFor(29), refreshToken: 'first' })
  const { work, tokens } = callRefusing(tab)
  await Promise.all([asUser(work), asUser(work), asUser(work)])
  expect(spent).toEqual(['first'])
  expect(new Set(tokens)).toEqual(new Set([session.get().accessToken]))
})

test('without an access token nobody is asked: not authenticated', async () => {
  const tab = await openTab(storage)
  const { session, asUser, changes } = tab
  const spent = server(() => renewed())
  storage.kept.set('dooryard.session', JSON.stringify({ ...session.get(), isAuthenticated: true, user: erin.user }))
  session.reload()
  const { work, tokens } = callRefusing(tab)
  await expect(asUser(work)).rejects.toMatchObject({ status: 401, message: 'Not authenticated' })
  expect({ tokens, spent, changes }).toEqual({ tokens: [], spent: [], changes: ['elsewhere', 'expired'] })
})

test.each([401, 400])('a refresh answered %i signs out', async (status) => {
  const tab = await openTab(storage)
  const { session, asUser, changes } = tab
  server(() => answer(status, {}))
  session.start({ ...erin, accessToken: tokenFor(0) })
  await expect(asUser(callRefusing(tab).work)).rejects.toMatchObject({ message: 'Not authenticated' })
  expect(changes).toEqual(['started', 'expired'])
})

test.each([429, 500, 503])('a refresh answered %i says nothing of the session, which stays', async (status) => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  server(() => answer(status, {}))
  session.start({ ...erin, accessToken: tokenFor(0) })
  await expect(asUser(callRefusing(tab).work)).rejects.toMatchObject({ status })
  expect(session.get()).toMatchObject({ isAuthenticated: true, refreshToken: erin.refreshToken })
})

test('a token that has expired by the server’s clock alone is replaced, and the call made again', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  const spent = server(() => renewed())
  const accessToken = tokenFor(900)
  session.start({ ...erin, accessToken })
  const { work, tokens } = callRefusing(tab, accessToken)
  expect(await asUser(work)).toBe('done')
  expect({ spent, tokens }).toEqual({ spent: [erin.refreshToken], tokens: [accessToken, session.get().accessToken] })
})

test('a token that the server refuses right after a refresh signs out, and nothing goes round in circles', async () => {
  const tab = await openTab(storage)
  const { session, asUser, changes } = tab
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: tokenFor(900) })
  const { work, tokens } = callRefusing(tab, 'all')
  await expect(asUser(work)).rejects.toMatchObject({ status: 401 })
  expect({ spent: spent.length, calls: tokens.length, changes }).toEqual({
    spent: 1,
    calls: 2,
    changes: ['started', 'expired'],
  })
})

test('with a browser’s clock that is an hour ahead, a token is refreshed once and not at every call', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  const serverTime = Date.now() - 3_600_000
  const spent = server(() => renewed(900, serverTime))
  session.start({ ...erin, accessToken: tokenFor(900, serverTime) })
  const { work } = callRefusing(tab)
  await asUser(work)
  await asUser(work)
  expect(spent).toEqual([])
  // Whoever loses the comparison of the clocks makes it again with the next token.
  storage.kept.delete('dooryard.clock-ahead-ms')
  const another = await openTab(storage)
  await another.asUser(work)
  await another.asUser(work)
  expect(spent).toEqual([erin.refreshToken])
})

test('a refusal that arrives after somebody else signed in neither signs them out nor is tried again as them', async () => {
  const { refusal, session, asUser, changes } = await openTab(storage)
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: tokenFor(900) })
  let made = 0
  const late = asUser(async () => {
    made += 1
    session.start({ ...admin, accessToken: tokenFor(900) })
    throw refusal()
  })
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect(session.get().user).toEqual(admin.user)
  expect({ made, spent, changes }).toEqual({ made: 1, spent: [], changes: ['started', 'started'] })
})

test('a refresh under way when an administrator starts to act keeps both sessions in order', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  let land = (_: Response) => {}
  const spent = server(() => new Promise<Response>((resolve) => (land = resolve)))
  session.start({ ...admin, accessToken: tokenFor(0) })
  const call = asUser(callRefusing(tab).work)
  await expect.poll(() => spent).toEqual(['admin-refresh'])
  session.startImpersonation({ ...asErin, accessToken: tokenFor(900) })
  land(renewed())
  await call
  const { refreshToken, afterImpersonationState } = session.get()
  expect(refreshToken).toBe(asErin.refreshToken)
  expect(afterImpersonationState?.refreshToken).toMatch(/^after /)
})

test('a call that waited for another tab to refresh does not go out as whoever signed in meanwhile', async () => {
  const tab = await openTab(storage)
  const { session, asUser, changes } = tab
  const spent = server(() => renewed())
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, work: () => Promise<string>) => held.then(work) },
  })
  session.start({ ...erin, accessToken: tokenFor(0) })
  const { work, tokens } = callRefusing(tab)
  const call = asUser(work)
  session.start({ ...admin, accessToken: tokenFor(900) })
  free()
  await expect(call).rejects.toMatchObject({ status: 401, message: 'Not authenticated' })
  expect(session.get().user).toEqual(admin.user)
  expect({ tokens, spent, changes }).toEqual({ tokens: [], spent: [], changes: ['started', 'started'] })
})

test('the next tab has its turn to refresh only once it can see the new tokens, and the call does not wait for that', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  server(() => renewed())
  vi.useFakeTimers()
  let isNext = false
  const turn = (_: string, __: object, work: () => Promise<void>) =>
    work().then(() => {
      isNext = true
    })
  vi.stubGlobal('navigator', { locks: { request: turn } })
  session.start({ ...erin, accessToken: tokenFor(0) })
  expect(await asUser(callRefusing(tab).work)).toBe('done')
  // A tab that loads on a busy machine saw them after 2.9 seconds.
  await vi.advanceTimersByTimeAsync(6_500)
  expect(isNext).toBe(false)
  // The server gives the same tokens again for ten seconds.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isNext).toBe(true)
})

test('a tab that waits for another one to refresh goes on with the new tokens as soon as it sees them', async () => {
  const other = await openTab(storage)
  other.session.start({ ...erin, accessToken: tokenFor(0) })
  const tab = await openTab(storage)
  const spent = server(() => renewed())
  let withdrawn = false
  const request = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        withdrawn = true
        reject(signal.reason)
      }),
    )
  vi.stubGlobal('navigator', { locks: { request } })
  const { work, tokens } = callRefusing(tab)
  const call = tab.asUser(work)
  const accessToken = tokenFor(900)
  other.enter()
  other.session.takeTokens(erin.refreshToken, { ...erin, accessToken })
  expect(await call).toBe('done')
  expect({ spent, tokens, withdrawn }).toEqual({ spent: [], tokens: [accessToken], withdrawn: true })
})

test('new tokens that the server takes no more than the old ones are renewed without waiting for the tab that got them', async () => {
  const locks = browserLocks()
  const first = await openTab(storage)
  const spent = server(() => renewed())
  vi.stubGlobal('navigator', { locks })
  vi.useFakeTimers()
  first.session.start({ ...erin, accessToken: tokenFor(0) })
  await first.asUser(callRefusing(first).work)
  const { accessToken, refreshToken } = first.session.get()
  const second = await openTab(storage)
  vi.stubGlobal('navigator', { locks })
  const { work, tokens } = callRefusing(second, accessToken ?? '')
  expect(await second.asUser(work)).toBe('done')
  expect(spent).toEqual([erin.refreshToken, refreshToken])
  expect(tokens).toEqual([accessToken, second.session.get().accessToken])
})

test('what waits in the same tab for the refresh goes on with its tokens, before the next tab has its turn', async () => {
  const tab = await openTab(storage)
  const { session, asUser } = tab
  const { accessTokenOf } = await import('./tokens.ts')
  const spent = server(() => renewed())
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: browserLocks() })
  session.start({ ...erin, accessToken: tokenFor(0) })
  const [called, token] = await Promise.all([asUser(callRefusing(tab).work), accessTokenOf('current')])
  expect({ called, token, spent }).toEqual({
    called: 'done',
    token: session.get().accessToken,
    spent: [erin.refreshToken],
  })
})

test('an administrator whose acting the server ended goes on as themselves', async () => {
  const tab = await openTab(storage)
  const { session, asUser, changes } = tab
  server(() => answer(401, {}))
  session.start({ ...admin, accessToken: tokenFor(900) })
  session.startImpersonation({ ...asErin, accessToken: tokenFor(900) })
  await expect(asUser(callRefusing(tab, 'all').work)).rejects.toMatchObject({ status: 401 })
  expect(session.get()).toMatchObject({ isAuthenticated: true, user: admin.user, refreshToken: 'admin-refresh' })
  expect(changes).toEqual(['started', 'started', 'expired'])
})
