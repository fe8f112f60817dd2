import { beforeEach, expect, test } from 'vitest'
import { admin, asErin, browserStorage, erin, openTab } from './tab.fixture.ts'

const key = 'dooryard.session'

let storage = browserStorage()
beforeEach(() => {
  storage = browserStorage()
})

test('signing in is kept, so that a reload changes nothing', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  const reloaded = await openTab(storage)
  expect(reloaded.session.get()).toMatchObject({ isAuthenticated: true, user: erin.user, refreshToken: 'dyr_…' })
})

test.each(['not json', '{}', 'null', '{"isAuthenticated":true}', '[]'])(
  'a snapshot of %s is signed out',
  async (text) => {
    storage.kept.set(key, text)
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
])('a snapshot with %s is signed out', async (_, change) => {
  const { session } = await openTab(storage)
  session.start(erin)
  storage.kept.set(key, JSON.stringify({ ...JSON.parse(storage.kept.get(key) ?? ''), ...change }))
  const reloaded = await openTab(storage)
  expect(reloaded.session.get()).toMatchObject({ isAuthenticated: false, user: null, accessToken: null })
})

test('signing out clears everything, also of the administrator behind the user', async () => {
  const { session } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(asErin)
  session.end('asked')
  expect(JSON.parse(storage.kept.get(key) ?? '')).toEqual({
    user: null,
    isAuthenticated: false,
    accessToken: null,
    refreshToken: null,
    creditSettings: null,
    afterImpersonationState: null,
  })
})

test('acting as a user keeps the own session, and stopping gives it back', async () => {
  const { session, changes } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(asErin)
  expect(session.get()).toMatchObject({
    user: asErin.user,
    accessToken: asErin.accessToken,
    afterImpersonationState: {
      user: admin.user,
      refreshToken: 'admin-refresh',
      startedFrom: '/portal/users?page=2',
      expiresAt: asErin.impersonation.expiresAt,
    },
  })
  session.endImpersonation()
  expect(session.get()).toMatchObject({ user: admin.user, accessToken: 'admin-access', afterImpersonationState: null })
  expect(changes).toEqual(['started', 'started', 'asked'])
})

test('acting that the server ended gives the own session back; an own session that it ended is over', async () => {
  const { session, changes } = await openTab(storage)
  session.start(admin)
  session.startImpersonation(asErin)
  session.end('expired')
  expect(session.get()).toMatchObject({ isAuthenticated: true, user: admin.user, refreshToken: 'admin-refresh' })
  session.end('expired')
  expect(session.get().isAuthenticated).toBe(false)
  expect(changes).toEqual(['started', 'started', 'expired', 'expired'])
})

test('what the server says of somebody who is signed in no longer ends nobody else', async () => {
  const { session } = await openTab(storage)
  session.start(erin)
  const whose = session.identity()
  session.start(admin)
  session.end('expired', whose)
  expect(session.get().user).toEqual(admin.user)
  session.end('expired')
  expect(session.get().isAuthenticated).toBe(false)
})

test('an administrator acts as nobody for whom another administrator asked', async () => {
  const { session } = await openTab(storage)
  session.start({ ...admin, user: { ...admin.user, id: 'another-admin' } })
  session.startImpersonation(asErin)
  expect(session.get()).toMatchObject({ user: { id: 'another-admin' }, afterImpersonationState: null })
})

test('tabs agree on signing in, acting, stopping and signing out', async () => {
  const first = await openTab(storage)
  const second = await openTab(storage)
  const same = () => expect(second.session.get()).toEqual(first.session.get())
  first.enter()
  first.session.start(admin)
  same()
  first.session.startImpersonation(asErin)
  same()
  second.enter()
  second.session.endImpersonation()
  same()
  second.session.end('asked')
  same()
  expect(first.changes).toEqual(['started', 'started', 'elsewhere', 'elsewhere'])
  expect(second.changes).toEqual(['elsewhere', 'elsewhere', 'asked', 'asked'])
})

test('a tab that heard nothing of it takes over what another one wrote, and writes nothing old back', async () => {
  const first = await openTab(storage)
  first.session.start(admin)
  const second = await openTab(storage)
  second.session.startImpersonation(asErin)
  // The first tab was asleep: it still believes what it knew, and then hears that the hour is over.
  first.enter()
  second.session.endImpersonation()
  second.session.takeTokens('admin-refresh', { accessToken: 'newer-access', refreshToken: 'newer-refresh' })
  first.session.end('expired', `${admin.user.id}:${asErin.user.id}`)
  expect(first.session.get()).toMatchObject({ user: admin.user, refreshToken: 'newer-refresh' })
})

test('a page that comes back from behind another takes over what was written in the meantime', async () => {
  const { session, page } = await openTab(storage)
  session.start(erin)
  storage.kept.delete(key)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(session.get().isAuthenticated).toBe(false)
})

test('new tokens go where the spent one stands by now, and nowhere once it is gone', async () => {
  const { session } = await openTab(storage)
  const pair = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh` })
  session.start(admin)
  session.startImpersonation(asErin)
  session.takeTokens('admin-refresh', pair('second'))
  expect(session.get()).toMatchObject({
    accessToken: asErin.accessToken,
    afterImpersonationState: pair('second'),
  })
  session.takeTokens(asErin.refreshToken, pair('acting'))
  expect(session.get()).toMatchObject(pair('acting'))
  session.end('asked')
  session.takeTokens('acting-refresh', pair('late'))
  expect(session.get()).toMatchObject({ isAuthenticated: false, accessToken: null })
})

test('what was learnt of a user is dropped when another is signed in by then', async () => {
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
