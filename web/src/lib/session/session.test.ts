import { beforeEach, expect, test } from 'vitest'
import { admin, browserStorage, erin, impersonatedSession, openTab } from './tab.fixture.ts'

const key = 'dooryard.session'

let storage = browserStorage()
beforeEach(() => {
  storage = browserStorage()
})

test('a session survives a reload', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  const reloaded = await openTab(storage)
  expect(reloaded.session.get()).toMatchObject({ isAuthenticated: true, user: erin.user, refreshToken: 'dyr_…' })
})

test('without a stored session nobody is signed in, and every other part is null', async () => {
  const { session } = await openTab(storage)
  const { isAuthenticated, ...rest } = session.get()
  expect(isAuthenticated).toBe(false)
  const parts = ['accessToken', 'afterImpersonationState', 'creditSettings', 'refreshToken', 'user']
  expect(rest).toEqual(Object.fromEntries(parts.map((part) => [part, null])))
})

test('an update replaces the credit settings, and keeps the rest of the session', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  const before = session.get()
  session.update({ creditSettings: [] })
  expect(session.get()).toEqual({ ...before, creditSettings: [] })
  expect(before.creditSettings).not.toEqual([])
  const reloaded = await openTab(storage)
  expect(reloaded.session.get().creditSettings).toEqual([])
})

test.each(['not json', '{}', 'null', '{"isAuthenticated":true}', '[]'])(
  'a stored session of %s is signed out',
  async (text) => {
    storage.entries.set(key, text)
    const { session } = await openTab(storage)
    expect(session.get()).toMatchObject({ isAuthenticated: false, user: null, accessToken: null })
  },
)

test.each([
  ['an account whose activity is no yes or no', { user: { ...erin.user, isActive: 'yes' } }],
  ['credit settings that are texts', { creditSettings: ['cheap'] }],
  [
    'acting until no instant',
    {
      afterImpersonationState: {
        ...{ user: admin.user, accessToken: 'a', refreshToken: 'r', creditSettings: null },
        ...{ expiresAt: 'soon', startedFrom: '/portal' },
      },
    },
  ],
])('a stored session with %s is signed out', async (_, change) => {
  const { session } = await openTab(storage)
  session.start(erin)
  storage.entries.set(key, JSON.stringify({ ...JSON.parse(storage.entries.get(key) ?? ''), ...change }))
  const reloaded = await openTab(storage)
  expect(reloaded.session.get()).toMatchObject({ isAuthenticated: false, user: null, accessToken: null })
})

test('signing out clears everything, including the administrator behind an impersonated user', async () => {
  const { session } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(impersonatedSession)
  session.end('asked')
  expect(JSON.parse(storage.entries.get(key) ?? '')).toEqual({
    user: null,
    isAuthenticated: false,
    accessToken: null,
    refreshToken: null,
    creditSettings: null,
    afterImpersonationState: null,
  })
})

test('an impersonation keeps the own session, and stopping restores it', async () => {
  const { session, changes } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(impersonatedSession)
  expect(session.get()).toMatchObject({
    user: impersonatedSession.user,
    accessToken: impersonatedSession.accessToken,
    afterImpersonationState: {
      user: admin.user,
      refreshToken: 'admin-refresh',
      startedFrom: '/portal/users?page=2',
      expiresAt: impersonatedSession.impersonation.expiresAt,
    },
  })
  session.endImpersonation()
  expect(session.get()).toMatchObject({ user: admin.user, accessToken: 'admin-access', afterImpersonationState: null })
  expect(changes).toEqual(['started', 'started', 'asked'])
})

test('an impersonation ended by the server restores the own session, and an expired own session signs out', async () => {
  const { session, changes } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(impersonatedSession)
  session.end('expired')
  expect(session.get()).toMatchObject({ isAuthenticated: true, user: admin.user, refreshToken: 'admin-refresh' })
  session.end('expired')
  expect(session.get().isAuthenticated).toBe(false)
  expect(changes).toEqual(['started', 'started', 'expired', 'expired'])
})

test('an answer for a user who is no longer signed in ends no other session', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  const owner = session.identity()
  session.start(admin)
  session.end('expired', owner)
  expect(session.get().user).toEqual(admin.user)
  session.end('expired')
  expect(session.get().isAuthenticated).toBe(false)
})

test('an impersonation requested by another administrator does not start', async () => {
  const { session } = await openTab(storage)
  session.start({ ...admin, user: { ...admin.user, id: 'another-admin' } })
  session.startImpersonation(impersonatedSession)
  expect(session.get()).toMatchObject({ user: { id: 'another-admin' }, afterImpersonationState: null })
})

test('tabs agree on signing in, impersonating, stopping and signing out', async () => {
  const first = await openTab(storage)
  const second = await openTab(storage)
  const same = () => expect(second.session.get()).toEqual(first.session.get())
  first.enter()
  first.session.start(admin)
  same()
  first.session.startImpersonation(impersonatedSession)
  same()
  second.enter()
  second.session.endImpersonation()
  same()
  second.session.end('asked')
  same()
  expect(first.changes).toEqual(['started', 'started', 'elsewhere', 'elsewhere'])
  expect(second.changes).toEqual(['elsewhere', 'elsewhere', 'asked', 'asked'])
})

test('a tab that missed the events adopts what another tab stored, and restores nothing outdated', async () => {
  const first = await openTab(storage)
  first.session.start(admin)
  const second = await openTab(storage)
  second.session.startImpersonation(impersonatedSession)
  // The first tab was asleep: it has the old session, and then its hour expires.
  first.enter()
  second.session.endImpersonation()
  second.session.replaceTokens('admin-refresh', { accessToken: 'newer-access', refreshToken: 'newer-refresh' })
  first.session.end('expired', `${admin.user.id}:${impersonatedSession.user.id}`)
  expect(first.session.get()).toMatchObject({ user: admin.user, refreshToken: 'newer-refresh' })
})

test('a page restored from the back/forward cache adopts what was stored in the meantime', async () => {
  const { session, page } = await openTab(storage)
  session.start(erin)
  storage.entries.delete(key)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(session.get().isAuthenticated).toBe(false)
})

test('new tokens replace the used one wherever it is now, and are dropped once it is gone', async () => {
  const { session } = await openTab(storage)
  const pair = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` })
  session.start(admin)
  session.startImpersonation(impersonatedSession)
  session.replaceTokens('admin-refresh', pair('second'))
  expect(session.get()).toMatchObject({
    accessToken: impersonatedSession.accessToken,
    afterImpersonationState: pair('second'),
  })
  session.replaceTokens(impersonatedSession.refreshToken, pair('acting'))
  expect(session.get()).toMatchObject(pair('acting'))
  session.end('asked')
  session.replaceTokens('acting-refresh', pair('late'))
  expect(session.get()).toMatchObject({ isAuthenticated: false, accessToken: null })
})

test('data of a user is dropped when another user is signed in by then', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  session.update({ user: { ...erin.user, firstName: 'Eve' } })
  expect(session.get().user?.firstName).toBe('Eve')
  session.start(admin)
  session.update({ user: { ...erin.user, firstName: 'Late' } })
  expect(session.get().user).toEqual(admin.user)
  session.end('asked')
  session.update({ creditSettings: [] })
  expect(session.get().creditSettings).toBeNull()
})

test('without storage the session lives as long as the tab', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { session } = await openTab(storage, { setItem: refuse })
  session.start(erin)
  session.update({ creditSettings: [] })
  expect(session.get()).toMatchObject({ isAuthenticated: true, user: erin.user, creditSettings: [] })
  session.end('asked')
  expect(session.get().isAuthenticated).toBe(false)
})
