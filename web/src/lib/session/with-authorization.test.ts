import { auth } from '@dooryard/contract/identity/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admin, browserLocks, browserStorage, createToken, erin, impersonatedSession, openTab } from './tab.fixture.ts'

const answer = (status: number, body: object) =>
  new Response(JSON.stringify({ message: `${status}`, ...body }), { status })

/** A fake server that answers refresh requests with `trade` and records the tokens it received. */
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
  const accessToken = createToken(seconds, at)
  return answer(200, { accessToken, refreshToken: `after ${accessToken}` })
}

/** A call that accepts any token except those listed, and the tokens it received. */
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

test('a call uses the current token while it is valid for more than 30 seconds', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  const spent = server(() => renewed())
  const accessToken = createToken(35)
  session.start({ ...erin, accessToken })
  const { work, tokens } = callRefusing(tab)
  expect(await withAuthorization(work)).toBe('done')
  expect({ tokens, spent }).toEqual({ tokens: [accessToken], spent: [] })
})

test('a token within 30 seconds of its expiry is refreshed first, once for all waiting calls', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: createToken(29), refreshToken: 'first' })
  const { work, tokens } = callRefusing(tab)
  await Promise.all([withAuthorization(work), withAuthorization(work), withAuthorization(work)])
  expect(spent).toEqual(['first'])
  expect(new Set(tokens)).toEqual(new Set([session.get().accessToken]))
})

test('without an access token no request is sent and the call is not authenticated', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization, changes } = tab
  const spent = server(() => renewed())
  storage.entries.set('dooryard.session', JSON.stringify({ ...session.get(), isAuthenticated: true, user: erin.user }))
  session.reload()
  const { work, tokens } = callRefusing(tab)
  await expect(withAuthorization(work)).rejects.toMatchObject({ status: 401, message: 'Not authenticated' })
  expect({ tokens, spent, changes }).toEqual({ tokens: [], spent: [], changes: ['elsewhere', 'expired'] })
})

test.each([401, 400])('a refresh answered with %i signs out', async (status) => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization, changes } = tab
  server(() => answer(status, {}))
  session.start({ ...erin, accessToken: createToken(0) })
  await expect(withAuthorization(callRefusing(tab).work)).rejects.toMatchObject({ message: 'Not authenticated' })
  expect(changes).toEqual(['started', 'expired'])
})

test.each([429, 500, 503])('a refresh answered with %i keeps the session', async (status) => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  server(() => answer(status, {}))
  session.start({ ...erin, accessToken: createToken(0) })
  await expect(withAuthorization(callRefusing(tab).work)).rejects.toMatchObject({ status })
  expect(session.get()).toMatchObject({ isAuthenticated: true, refreshToken: erin.refreshToken })
})

test('a token expired by the server’s clock only is replaced and the call repeated', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  const spent = server(() => renewed())
  const accessToken = createToken(900)
  session.start({ ...erin, accessToken })
  const { work, tokens } = callRefusing(tab, accessToken)
  expect(await withAuthorization(work)).toBe('done')
  expect({ spent, tokens }).toEqual({ spent: [erin.refreshToken], tokens: [accessToken, session.get().accessToken] })
})

test('a token rejected right after a refresh signs out without a loop', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization, changes } = tab
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: createToken(900) })
  const { work, tokens } = callRefusing(tab, 'all')
  await expect(withAuthorization(work)).rejects.toMatchObject({ status: 401 })
  expect({ spent: spent.length, calls: tokens.length, changes }).toEqual({
    spent: 1,
    calls: 2,
    changes: ['started', 'expired'],
  })
})

test('with a browser clock one hour ahead, a token is refreshed once and not for every call', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  const serverTime = Date.now() - 3_600_000
  const spent = server(() => renewed(900, serverTime))
  session.start({ ...erin, accessToken: createToken(900, serverTime) })
  const { work } = callRefusing(tab)
  await withAuthorization(work)
  await withAuthorization(work)
  expect(spent).toEqual([])
  // If the stored clock offset is lost, it is computed again from the next token.
  storage.entries.delete('dooryard.clock-ahead-ms')
  const another = await openTab(storage)
  await another.asUser(work)
  await another.asUser(work)
  expect(spent).toEqual([erin.refreshToken])
})

test('a rejection that arrives after another user signed in does not sign them out and is not retried as them', async () => {
  const { refusal, session, asUser: withAuthorization, changes } = await openTab(storage)
  const spent = server(() => renewed())
  session.start({ ...erin, accessToken: createToken(900) })
  let made = 0
  const late = withAuthorization(async () => {
    made += 1
    session.start({ ...admin, accessToken: createToken(900) })
    throw refusal()
  })
  await expect(late).rejects.toMatchObject({ status: 401 })
  expect(session.get().user).toEqual(admin.user)
  expect({ made, spent, changes }).toEqual({ made: 1, spent: [], changes: ['started', 'started'] })
})

test('a refresh in progress when an impersonation starts keeps both sessions intact', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  let release = (_: Response) => {}
  const spent = server(() => new Promise<Response>((resolve) => (release = resolve)))
  session.start({ ...admin, accessToken: createToken(0) })
  const call = withAuthorization(callRefusing(tab).work)
  await expect.poll(() => spent).toEqual(['admin-refresh'])
  session.startImpersonation({ ...impersonatedSession, accessToken: createToken(900) })
  release(renewed())
  await call
  const { refreshToken, afterImpersonationState } = session.get()
  expect(refreshToken).toBe(impersonatedSession.refreshToken)
  expect(afterImpersonationState?.refreshToken).toMatch(/^after /)
})

test('a call waiting for another tab’s refresh is not sent as a user who signed in meanwhile', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization, changes } = tab
  const spent = server(() => renewed())
  let free = () => {}
  const held = new Promise<void>((resolve) => (free = resolve))
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, work: () => Promise<string>) => held.then(work) },
  })
  session.start({ ...erin, accessToken: createToken(0) })
  const { work, tokens } = callRefusing(tab)
  const call = withAuthorization(work)
  session.start({ ...admin, accessToken: createToken(900) })
  free()
  await expect(call).rejects.toMatchObject({ status: 401, message: 'Not authenticated' })
  expect(session.get().user).toEqual(admin.user)
  expect({ tokens, spent, changes }).toEqual({ tokens: [], spent: [], changes: ['started', 'started'] })
})

test('the next tab refreshes only once it can see the new tokens, and the call does not wait for that', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  server(() => renewed())
  vi.useFakeTimers()
  let isNext = false
  const turn = (_: string, __: object, work: () => Promise<void>) =>
    work().then(() => {
      isNext = true
    })
  vi.stubGlobal('navigator', { locks: { request: turn } })
  session.start({ ...erin, accessToken: createToken(0) })
  expect(await withAuthorization(callRefusing(tab).work)).toBe('done')
  // A loading tab on a busy machine saw them after 2.9 seconds.
  await vi.advanceTimersByTimeAsync(6_500)
  expect(isNext).toBe(false)
  // The server returns the same tokens again for ten seconds.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isNext).toBe(true)
})

test('a tab waiting for another tab’s refresh continues as soon as it sees the new tokens', async () => {
  const other = await openTab(storage)
  other.session.start({ ...erin, accessToken: createToken(0) })
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
  const accessToken = createToken(900)
  other.enter()
  other.session.replaceTokens(erin.refreshToken, { ...erin, accessToken })
  expect(await call).toBe('done')
  expect({ spent, tokens, withdrawn }).toEqual({ spent: [], tokens: [accessToken], withdrawn: true })
})

test('new tokens that the server also rejects are refreshed without waiting for the tab that got them', async () => {
  const locks = browserLocks()
  const first = await openTab(storage)
  const spent = server(() => renewed())
  vi.stubGlobal('navigator', { locks })
  vi.useFakeTimers()
  first.session.start({ ...erin, accessToken: createToken(0) })
  await first.asUser(callRefusing(first).work)
  const { accessToken, refreshToken } = first.session.get()
  const second = await openTab(storage)
  vi.stubGlobal('navigator', { locks })
  const { work, tokens } = callRefusing(second, accessToken ?? '')
  expect(await second.asUser(work)).toBe('done')
  expect(spent).toEqual([erin.refreshToken, refreshToken])
  expect(tokens).toEqual([accessToken, second.session.get().accessToken])
})

test('calls waiting in the same tab continue with the new tokens before the next tab refreshes', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization } = tab
  const { getStoredAccessToken } = await import('./tokens.ts')
  const spent = server(() => renewed())
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: browserLocks() })
  session.start({ ...erin, accessToken: createToken(0) })
  const [called, token] = await Promise.all([
    withAuthorization(callRefusing(tab).work),
    getStoredAccessToken('current'),
  ])
  expect({ called, token, spent }).toEqual({
    called: 'done',
    token: session.get().accessToken,
    spent: [erin.refreshToken],
  })
})

test('an administrator whose impersonation the server ended continues as themselves', async () => {
  const tab = await openTab(storage)
  const { session, asUser: withAuthorization, changes } = tab
  server(() => answer(401, {}))
  session.start({ ...admin, accessToken: createToken(900) })
  session.startImpersonation({ ...impersonatedSession, accessToken: createToken(900) })
  await expect(withAuthorization(callRefusing(tab, 'all').work)).rejects.toMatchObject({ status: 401 })
  expect(session.get()).toMatchObject({ isAuthenticated: true, user: admin.user, refreshToken: 'admin-refresh' })
  expect(changes).toEqual(['started', 'started', 'expired'])
})
