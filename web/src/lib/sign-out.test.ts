import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admin, asErin, browserLocks, browserStorage, erin, openTab, tokenFor } from './tab.fixture.ts'

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

/** What a server that answers each call so was asked, and by which token. */
function server(answer: (asked: string) => Response | Promise<Response>) {
  const asked: { call: string; by: string | undefined }[] = []
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    const call = `${method} ${path}`
    asked.push({ call, by: new Headers(headers).get('authorization')?.replace('Bearer ', '') })
    return answer(call)
  })
  return asked
}

const done = () => new Response(null, { status: 204 })

/** A tab in which an administrator acts as Erin, with tokens of their own and of hers that are good for so many seconds. */
async function actingTab(ownSeconds = 900, actingSeconds = 900) {
  const tab = await openTab(storage)
  const { signOut, stopActing } = await import('./sign-out.ts')
  const own = { ...admin, accessToken: tokenFor(ownSeconds) }
  const acting = { ...asErin, accessToken: tokenFor(actingSeconds) }
  tab.session.start(own)
  tab.session.startImpersonation(acting)
  tab.changes.length = 0
  return { ...tab, signOut, stopActing, own, acting }
}

test('signing out ends the session at the server, and then here', async () => {
  const { session, changes } = await openTab(storage)
  const { signOut } = await import('./sign-out.ts')
  const accessToken = tokenFor(900)
  session.start({ ...erin, accessToken })
  const asked = server(done)
  await signOut()
  expect(asked).toEqual([{ call: logout, by: accessToken }])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['started', 'asked'], user: null })
})

test('signing out while acting ends both sessions, and nothing of the own one is shown in between', async () => {
  const { signOut, changes, session, acting, own } = await actingTab()
  const asked = server(done)
  await signOut()
  expect(asked).toEqual([
    { call: stop, by: acting.accessToken },
    { call: logout, by: own.accessToken },
  ])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: null })
})

test('an own session whose token has expired meanwhile is ended with a new one', async () => {
  const { signOut, changes } = await actingTab(0)
  const renewed = tokenFor(900)
  const pair = { accessToken: renewed, refreshToken: 'next' }
  const asked = server((call) => (call === refresh ? new Response(JSON.stringify(pair)) : done()))
  await signOut()
  expect(asked.slice(1)).toEqual([
    { call: refresh, by: undefined },
    { call: logout, by: renewed },
  ])
  expect(changes).toEqual(['asked'])
})

test('an own session is renewed and ended while another tab still keeps its turn to renew the other one', async () => {
  const locks = browserLocks()
  const other = await actingTab(0, 0)
  const asked = server((call) => {
    const pair = { accessToken: tokenFor(900), refreshToken: `after ${asked.length}` }
    return call === refresh ? new Response(JSON.stringify(pair)) : done()
  })
  vi.stubGlobal('navigator', { locks })
  await other.asUser(async () => 'done')
  await openTab(storage)
  vi.stubGlobal('navigator', { locks })
  const { signOut } = await import('./sign-out.ts')
  await signOut()
  expect(asked.map(({ call }) => call)).toEqual([refresh, stop, refresh, logout])
})

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has ended both already', () => new Response('{}', { status: 401 })],
  ['is out of order', () => new Response('{}', { status: 503 })],
])('a server that %s keeps nobody from signing out', async (_, answer) => {
  const { signOut, changes, session } = await actingTab()
  const asked = server(answer)
  await signOut()
  expect(asked.map(({ call }) => call)).toEqual([stop, logout])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: null })
})

test('a server that does not answer is given five seconds', async () => {
  const { signOut, session } = await actingTab()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const isAsked = Promise.withResolvers<void>()
  server(() => {
    isAsked.resolve()
    return new Promise(() => {})
  })
  const leaving = signOut()
  // A call that is made later would be the next test's.
  await isAsked.promise
  await vi.advanceTimersByTimeAsync(4900)
  expect(session.get().isAuthenticated).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  await leaving
  expect(session.get()).toMatchObject({ isAuthenticated: false, afterImpersonationState: null })
})

test('stopping ends acting at the server, and gives the own session back', async () => {
  const { stopActing, changes, session, acting } = await actingTab()
  const asked = server(done)
  await stopActing()
  expect(asked).toEqual([{ call: stop, by: acting.accessToken }])
  expect({ changes, user: session.get().user }).toEqual({ changes: ['asked'], user: admin.user })
})
