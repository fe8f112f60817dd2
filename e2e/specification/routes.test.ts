import { auth } from '@dooryard/contract/identity/auth'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, signIn, useBrowser } from '../support/browser.ts'
import { demoAccount } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { waitForPortal } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const campaignName = 'Routes of the specification'
const ids: Record<string, string> = {}

beforeAll(async () => {
  const { accessToken: token, user } = await call(url, undefined, auth.login, { body: demoAccount('enterprise') })
  const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
  const draft = { name: campaignName, campaignType: 'MAIL_READY' as const, criteria }
  const { id: campaignId } = await call(url, token, campaigns.create, { body: draft })
  const body = { orderName: 'On a route', quantity: 50 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body })
  Object.assign(ids, { campaignId, orderId, id: user.id })
})

const fillIn = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')

/** The signed-in routes of section 2 with the page title of each, by who may open them. */
const routes: [roles: Role[], titles: Record<string, string>][] = [
  [
    ['admin', 'enterprise', 'consumer', 'affiliate'],
    {
      '/portal/settings/profile': 'Profile',
      '/portal/settings/account': 'Account',
      '/portal/settings/billing': 'Billing',
      '/portal/settings/credit-history': 'Credit history',
      '/portal/settings/pay-as-you-go': 'Pay as you go',
      '/portal/settings/subscription': 'Subscription',
    },
  ],
  [['enterprise', 'consumer'], { '/portal/settings/saved-searches': 'Saved searches', '/portal/today': 'Today' }],
  [['admin', 'enterprise', 'consumer', 'affiliate'], { '/portal/subscription': 'Subscription' }],
  [
    ['consumer'],
    {
      '/portal/pipeline-builder': 'Pipeline Builder',
      '/portal/lead-finder': 'Lead Finder',
      '/portal/buyer-finder': 'Buyer Finder',
    },
  ],
  [
    ['enterprise', 'admin'],
    {
      '/portal/api-keys': 'API Keys',
      '/portal/integration': 'Integration',
      '/portal/webhooks': 'Webhooks',
    },
  ],
  [
    ['enterprise'],
    {
      '/portal/campaigns': 'Orders',
      '/portal/campaigns/create': 'New Campaign',
      '/portal/campaigns/{campaignId}': campaignName,
      '/portal/campaigns/{campaignId}/orders/{orderId}': 'Order Details',
    },
  ],
  [
    ['admin'],
    {
      '/portal/users': 'Users',
      '/portal/users/{id}/statistics': 'User Statistics',
      '/portal/coupons': 'Coupons',
      '/portal/affiliates': 'Affiliates',
      '/portal/credit-settings': 'Credit Settings',
      '/portal/enterprise-campaigns': 'Enterprise Campaigns',
      '/portal/enterprise-campaigns/{campaignId}': campaignName,
      '/portal/enterprise-campaigns/{campaignId}/orders/{orderId}': 'Order Details',
      '/portal/enterprise-orders': 'Enterprise Orders',
      '/portal/orders': 'Orders',
    },
  ],
]

/** A consumer has no other list of orders. */
const homeTitles = { admin: 'Home', enterprise: 'Home', consumer: 'Orders', affiliate: 'Home' }

const guestPaths = ['/', '/login', '/register']
const publicTitles = {
  '/login': 'Sign In',
  '/register': 'Create Account',
  '/forgot-password': 'Forgot Password',
  '/reset-password': 'Reset Password',
  '/verify-email': 'Verify Email',
}

/** Goes to an address within the running page, as the back button does: reloads would take minutes. */
const visit = (page: Page, path: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)

const expectPath = (page: Page, path: string, visited = path) =>
  expect.poll(() => page.evaluate('location.pathname'), { message: visited }).toBe(path)

const expectTitle = (page: Page, path: string, title: string) =>
  expect.poll(() => page.title(), { message: path }).toBe(`Dooryard | ${title}`)

test.each(['admin', 'enterprise', 'consumer', 'affiliate'] as const)(
  'every route opens for the roles of the specification, and leads others to the portal home: %s',
  async (role) => {
    const { page, context } = await open()
    await signIn(page, role)
    await page.goto('/portal')
    await expectTitle(page, '/portal', homeTitles[role])
    for (const [roles, titles] of routes)
      for (const [route, title] of Object.entries(titles)) {
        const path = fillIn(route)
        await visit(page, path)
        if (roles.includes(role)) {
          await expectTitle(page, path, title)
          await expectPath(page, path)
        } else await expectPath(page, '/portal', path)
      }
    for (const path of guestPaths) {
      await visit(page, path)
      // The orders screen, whose guard sends all other roles home.
      await expectPath(page, role === 'enterprise' ? '/portal/campaigns' : '/portal', path)
    }
    await context.close()
  },
)

test('a visitor opens the public routes, and is asked to sign in for every other with the way back', async () => {
  const { page, context } = await open()
  await page.goto('/')
  await page.waitForURL(`${url}/login`)
  for (const [path, title] of Object.entries(publicTitles)) {
    await visit(page, path)
    await expectTitle(page, path, title)
    await expectPath(page, path)
  }
  const signedIn = ['/portal', ...routes.flatMap(([, titles]) => Object.keys(titles))]
  for (const path of signedIn.map((route) => `${fillIn(route)}?page=2`)) {
    await visit(page, path)
    await page.waitForURL((at) => at.pathname === '/login' && at.searchParams.get('redirect') === path)
  }
  await context.close()
})

test.each([
  ['consumer', '/portal'],
  ['enterprise', '/portal/campaigns/create'],
  ['admin', '/portal'],
  ['affiliate', '/portal'],
] as const)('after a login without a redirect %s is at %s', async (role, destination) => {
  const { page, context } = await open()
  const { email, password } = demoAccount(role)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitForPortal(page)
  await page.waitForURL(`${url}${destination}`)
  await context.close()
})
