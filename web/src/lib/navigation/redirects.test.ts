import { readFileSync } from 'node:fs'
import { getExample } from '@dooryard/contract/api/examples'
import { type Role, roles } from '@dooryard/contract/api/roles'
import { User } from '@dooryard/contract/identity/users'
import { expect, test } from 'vitest'
import type { Session } from '../session/session.ts'
import { canAccess, portalAccess } from './portal-access.ts'
import { getRedirect, getRedirectAfterSessionChange, getRedirectAfterSignIn } from './redirects.ts'
import { getScreenAccess, visitorAccess } from './screen-access.ts'

// The screens, as the router knows them.
const routeTree = readFileSync(new URL('../../routeTree.gen.ts', import.meta.url), 'utf8')
const [, listed = ''] = /export interface FileRoutesByFullPath \{([^}]*)\}/.exec(routeTree) ?? []
const routes = [...listed.matchAll(/'([^']+)':/g)].map(([, path = '']) => path)

const guests = ['/', '/login', '/register']
const publicPaths = [
  ...['/forgot-password', '/reset-password', '/verify-email'],
  ...['/terms', '/privacy', '/refund-policy', '/dev/outbox', '/nowhere'],
]
const shared = [
  '/portal',
  '/portal/settings',
  '/portal/settings/profile',
  '/portal/settings/account',
  '/portal/nowhere',
]
const own: Record<Role, string[]> = {
  SUPER_ADMIN: [
    '/portal/users',
    '/portal/users/8d5a/statistics',
    '/portal/enterprise-campaigns',
    '/portal/enterprise-campaigns/8d5a',
    '/portal/enterprise-campaigns/8d5a/orders/77c1',
    '/portal/enterprise-orders',
    '/portal/orders',
    '/portal/orders/77c1',
    '/portal/coupons',
    '/portal/affiliates',
    '/portal/payments',
    '/portal/revenue',
    '/portal/credit-settings',
    '/portal/plans',
    '/portal/audit-log',
    '/portal/data',
    '/portal/operations',
    '/portal/integration',
    '/portal/api-keys',
    '/portal/webhooks',
    '/portal/webhooks/5f20',
    '/portal/properties/77',
  ],
  CONSUMER_USER: ['/portal/lead-finder', '/portal/orders/create', '/portal/orders/77c1', '/portal/properties/77'],
  AFFILIATE_USER: [],
  ENTERPRISE_USER: [
    '/portal/campaigns',
    '/portal/campaigns/create',
    '/portal/campaigns/8d5a',
    '/portal/campaigns/8d5a/orders/create',
    '/portal/campaigns/8d5a/orders/77c1',
    '/portal/properties/77',
    '/portal/integration',
    '/portal/api-keys',
    '/portal/webhooks',
    '/portal/webhooks/5f20',
  ],
}
// A screen can be open to several roles.
const inside = [...new Set([...shared, ...Object.values(own).flat()])]
const screens = [...guests, ...publicPaths, ...inside]

/** An impersonating administrator may open what that user may open. */
const states: [state: string, role: Role | null][] = [
  ['nobody', null],
  ...roles.map((role): [string, Role] => [role, role]),
  ...roles
    .filter((role) => role !== 'SUPER_ADMIN')
    .map((role): [string, Role] => [`SUPER_ADMIN acting as ${role}`, role]),
]

/** The rules of the specification, restated per screen. */
function expected(path: string, role: Role | null): string | null {
  if (publicPaths.includes(path)) return null
  if (guests.includes(path)) return role ? '/portal/campaigns' : path === '/' ? '/login' : null
  if (role === null) return `/login?redirect=${encodeURIComponent(path)}`
  return shared.includes(path) || own[role].includes(path) ? null : '/portal'
}

test.each(routes)('%s has an access rule', (route) => {
  expect(Object.keys({ ...visitorAccess, ...portalAccess })).toContain(route.replace(/(.)\/$/, '$1'))
})

test('the screens were found in the route tree', () => {
  expect(routes).toEqual(expect.arrayContaining(['/', '/login', '/portal/campaigns/$campaignId/orders/$orderId']))
})

for (const [state, role] of states)
  for (const path of screens) {
    test(`${state} at ${path}`, () => {
      expect(getRedirect({ path, href: path, role })).toBe(expected(path, role))
    })
    test(`${state} at ${path} with a redirect to another screen`, () => {
      const href = `${path}?redirect=%2Fportal%2Fsettings%2Fprofile`
      const target = role === null && inside.includes(path) ? `/login?redirect=${encodeURIComponent(href)}` : undefined
      expect(getRedirect({ path, href, role })).toBe(target ?? expected(path, role))
    })
  }

const redirects = [
  undefined,
  ...screens,
  '/LOGIN',
  '/%6Cogin',
  '/portal/../login',
  '/login/?redirect=/login',
  '/login?redirect=%2Flogin%3Fredirect%3D%252Flogin',
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  'https:evil.example',
]

/** Every address that a visit is redirected through until it may stay. */
function followRedirects(start: string, role: Role | null): string[] {
  const seen = [start]
  for (let next: string | null = start; next; ) {
    next = getRedirect({ path: new URL(next, 'https://this.site').pathname, href: next, role })
    if (next) seen.push(next)
    if (seen.length > 10) break
  }
  return seen
}

for (const [state, role] of states)
  test(`${state} is redirected at most three times, always on this site, from any address`, () => {
    for (const path of screens)
      for (const redirect of redirects) {
        const start = redirect === undefined ? path : `${path}?redirect=${encodeURIComponent(redirect)}`
        const way = followRedirects(start, role)
        expect({ way, steps: way.length - 1 <= 3 }).toEqual({ way, steps: true })
        for (const address of way) expect(new URL(address, 'https://this.site').origin).toBe('https://this.site')
      }
  })

test.each(['/PORTAL/Users', '/portal/users/', '//portal/users'])('%s does not bypass the guard', (path) => {
  expect(getScreenAccess(path)).toEqual(['SUPER_ADMIN'])
  expect(getRedirect({ path, href: path, role: 'CONSUMER_USER' })).toBe('/portal')
})

test('a role may open its own screens and those of all signed-in users', () => {
  expect(canAccess('ENTERPRISE_USER', '/portal/campaigns')).toBe(true)
  expect(canAccess('ENTERPRISE_USER', '/portal')).toBe(true)
  expect(canAccess('ENTERPRISE_USER', '/portal/users')).toBe(false)
})

test.each([
  ['CONSUMER_USER', undefined, '/portal/campaigns/create'],
  ['ENTERPRISE_USER', undefined, '/portal/campaigns/create'],
  ['SUPER_ADMIN', undefined, '/portal'],
  ['AFFILIATE_USER', undefined, '/portal'],
  ['ENTERPRISE_USER', '/portal/campaigns?page=2', '/portal/campaigns?page=2'],
  ['SUPER_ADMIN', '/portal/lead-finder', '/portal/lead-finder'],
  ['ENTERPRISE_USER', '//evil.example', '/portal/campaigns/create'],
  ['AFFILIATE_USER', 'https:evil.example', '/portal'],
  ['SUPER_ADMIN', '/login?redirect=/login', '/portal'],
] as const)('%s signing in with redirect %s lands on %s', (role, redirect, destination) => {
  expect(getRedirectAfterSignIn(role, redirect)).toBe(destination)
})

test('a consumer who signs in lands on the portal home', () => {
  expect(followRedirects(getRedirectAfterSignIn('CONSUMER_USER', undefined), 'CONSUMER_USER').at(-1)).toBe('/portal')
})

const example = User.parse(getExample(User))
const signedOut: Session = {
  ...{ user: null, isAuthenticated: false, accessToken: null, refreshToken: null },
  ...{ creditSettings: null, afterImpersonationState: null },
}
const user = { ...signedOut, user: example, isAuthenticated: true }
const admin = { ...user, user: { ...example, id: 'admin', role: 'SUPER_ADMIN' as const } }
const startedFrom = '/portal/users?search=erin'
const ownSession = {
  accessToken: '',
  refreshToken: '',
  creditSettings: null,
  expiresAt: '2026-11-02T10:30:00.000Z',
  startedFrom,
}
const impersonating = { ...user, afterImpersonationState: { ...ownSession, user: admin.user } }

test.each([
  ['signs out', user, signedOut, 'asked', '/portal/data', '/login'],
  [
    'is signed out by the server',
    user,
    signedOut,
    'expired',
    '/portal/data?page=2',
    '/login?redirect=%2Fportal%2Fdata%3Fpage%3D2',
  ],
  ['is signed out in another tab', user, signedOut, 'elsewhere', '/portal', '/login?redirect=%2Fportal'],
  ['is signed out in another tab, reading the terms', user, signedOut, 'elsewhere', '/terms', null],
  ['signs in', signedOut, user, 'started', '/login', null],
  ['signs in in another tab', signedOut, user, 'elsewhere', '/login', null],
  [
    'signs in in another tab, having been asked to here',
    signedOut,
    user,
    'elsewhere',
    '/login?redirect=%2Fportal%2Fsettings%2Fprofile',
    '/portal/settings/profile',
  ],
  ['signs in in another tab, with a trap here', signedOut, user, 'elsewhere', '/login?redirect=//evil.example', null],
  ['becomes somebody else in another tab', user, admin, 'elsewhere', '/portal/campaigns/8d5a', '/portal'],
  ['starts to act', admin, impersonating, 'started', '/portal/users', '/portal'],
  ['starts to act in another tab', admin, impersonating, 'elsewhere', '/portal/data', '/portal'],
  ['stops acting', impersonating, admin, 'asked', '/portal/campaigns', startedFrom],
  ['may act no longer', impersonating, admin, 'expired', '/portal/campaigns', startedFrom],
  ['stops acting in another tab', impersonating, admin, 'elsewhere', '/portal/campaigns', '/portal'],
] as const)('a tab whose user %s', (_, before, after, reason, href, destination) => {
  const { pathname: path } = new URL(href, 'https://this.site')
  expect(getRedirectAfterSessionChange({ before, after, reason }, { path, href })).toBe(destination)
})
