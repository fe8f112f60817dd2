import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admin, browserLocks, browserStorage, createToken, erin, impersonatedSession, openTab } from './tab.fixture.ts'

const stop = `${adminUsers.endImpersonation.method} ${adminUsers.endImpersonation.path}`
const logout = `${account.logout.method} ${account.logout.path}`
const refresh = `${auth.refresh.method} ${auth.refresh.path}`

let storage = browserStorage()
beforeEach(() => {
  storage = browserStorage()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A fake server that records the calls it received and their tokens. */
function server(answer: (requested: string) => Response | Promise<Response>) {
  const requested: { call: string; by: string | undefined }[] = []
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    const call = `${method} ${path}`
    requested.push({ call, by: new Headers(headers).get('authorization')?.replace('Bearer ', '') })
    return answer(call)
  })
  return requested
}

const done = () => new Response(null, { status: 204 })

/** A tab in which an administrator impersonates Erin; both sessions have tokens with the given lifetimes. */
async function openImpersonatingTab(ownSeconds = 900, impersonationSeconds = 900) {
  const tab = await openTab(storage)
  const { signOut, stopImpersonating } = await import('./sign-out.ts')
  const own = { ...admin, accessToken: createToken(ownSeconds) }
  const impersonating = { ...impersonatedSession, accessToken: createToken(impersonationSeconds) }
  tab.session.start(own)
  tab.session.startImpersonation(impersonating)
  tab.changes.length = 0
  return { ...tab, signOut, stopActing: stopImpersonating, own, acting: impersonating }
}

test('signing out ends the session on the server, then locally', async () => {
  const { session, changes } = await openTab(storage)
  const { signOut } = await import('./sign-out.ts')
  const accessToken = createToken(900)
  session.start({ ...erin, accessToken })
  const requested = server(done)
  await signOut()
  expect(requested).toEqual([{ call: logout, by: accessToken }])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['started', 'asked'], user: null })
})

test('signing out during an impersonation ends both sessions without showing the own one in between', async () => {
  const { signOut, changes, session, acting: impersonating, own } = await openImpersonatingTab()
  const requested = server(done)
  await signOut()
  expect(requested).toEqual([
    { call: stop, by: impersonating.accessToken },
    { call: logout, by: own.accessToken },
  ])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: null })
})

test('an own session whose token has expired meanwhile is ended with a new token', async () => {
  const { signOut, changes } = await openImpersonatingTab(0)
  const renewed = createToken(900)
  const pair = { accessToken: renewed, refreshToken: 'next' }
  const requested = server((call) => (call === refresh ? new Response(JSON.stringify(pair)) : done()))
  await signOut()
  expect(requested.slice(1)).toEqual([
    { call: refresh, by: undefined },
    { call: logout, by: renewed },
  ])
  expect(changes).toEqual(['asked'])
})

test('an own session is refreshed and ended while another tab still holds the lock for refreshing the other one', async () => {
  const locks = browserLocks()
  const other = await openImpersonatingTab(0, 0)
  const requested = server((call) => {
    const pair = { accessToken: createToken(900), refreshToken: `after ${requested.length}` }
    return call === refresh ? new Response(JSON.stringify(pair)) : done()
  })
  vi.stubGlobal('navigator', { locks })
  await other.asUser(async () => 'done')
  await openTab(storage)
  vi.stubGlobal('navigator', { locks })
  const { signOut } = await import('./sign-out.ts')
  await signOut()
  expect(requested.map(({ call }) => call)).toEqual([refresh, stop, refresh, logout])
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has ended both already', () => new Response('{}', { status: 401 })],
  ['is out of order', () => new Response('{}', { status: 503 })],
])('a server that %s does not prevent signing out', async (_, answer) => {
  const { signOut, changes, session } = await openImpersonatingTab()
  const requested = server(answer)
  await signOut()
  expect(requested.map(({ call }) => call)).toEqual([stop, logout])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: null })
})

test('a server that does not answer gets five seconds', async () => {
  const { signOut, session } = await openImpersonatingTab()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const isAsked = Promise.withResolvers<void>()
  server(() => {
    isAsked.resolve()
    return new Promise(() => {})
  })
  const leaving = signOut()
  // A later call would run in the next test.
  await isAsked.promise
  await vi.advanceTimersByTimeAsync(4900)
  expect(session.get().isAuthenticated).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  await leaving
  expect(session.get()).toMatchObject({ isAuthenticated: false, afterImpersonationState: null })
})

test('stopping ends the impersonation on the server and restores the own session', async () => {
  const { stopActing: stopImpersonating, changes, session, acting: impersonating } = await openImpersonatingTab()
  const requested = server(done)
  await stopImpersonating()
  expect(requested).toEqual([{ call: stop, by: impersonating.accessToken }])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: admin.user })
})
