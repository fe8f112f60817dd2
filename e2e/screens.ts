import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, signIn, useBrowser } from './browser.ts'
import { buyerOf } from './buyer.ts'
import { asAdministrator, someKey, statisticsScreens } from './everybodys.ts'
import { findings } from './findings.ts'
import { openAdminThings, openMoneyThings, openThings } from './opened.ts'
import { openEverybodys } from './opened-everybodys.ts'
import { openFinders } from './opened-finders.ts'
import { openCallThings, openKeyThings, openListThings } from './opened-orders.ts'
import { openWebhookThings } from './opened-webhooks.ts'
import { enter, inPortal, newPerson } from './person.ts'
import { someOrders } from './some-orders.ts'
import { someWebhook } from './some-webhook.ts'

/** Who looks at a screen: a demo account, somebody who has subscribed, or nobody. */
type Reader = Role | 'subscriber' | null

const routes: [path: string, role: Reader][] = [
  ['/login', null],
  ['/register', null],
  ['/verify-email', null],
  ['/forgot-password', null],
  ['/reset-password', null],
  ['/terms', null],
  ['/privacy', null],
  ['/refund-policy', null],
  ['/dev/outbox', null],
  ['/sandbox/checkout', null],
  ['/nowhere', null],
  ['/portal', 'admin'],
  ['/portal/data', 'admin'],
  ['/portal/users', 'admin'],
  ['/portal/audit-log', 'admin'],
  ['/portal/coupons', 'admin'],
  ['/portal/credit-settings', 'admin'],
  ['/portal/plans', 'admin'],
  ['/portal/integration', 'admin'],
  ['/portal/integration?part=contacts', 'admin'],
  ['/portal/integration?part=health', 'admin'],
  ['/portal/enterprise-campaigns', 'admin'],
  ['/portal/enterprise-campaigns?tab=orders', 'admin'],
  ['/portal/enterprise-orders', 'admin'],
  ['/portal/orders', 'admin'],
  ['/portal/api-keys', 'admin'],
  ['/portal/webhooks', 'admin'],
  ['/portal/operations', 'admin'],
  ['/portal/settings/profile', 'admin'],
  ['/portal/settings/account', 'consumer'],
  ['/portal', 'affiliate'],
  ['/portal', 'consumer'],
  ['/portal/lead-finder', 'consumer'],
  ['/portal/lead-finder?view=table', 'consumer'],
  ['/portal/buyer-finder', 'consumer'],
  ['/portal/buyer-finder?lat=36.16&lng=-86.78', 'consumer'],
  ['/portal/pipeline-builder', 'consumer'],
  ['/portal/pipeline-builder?tab=board', 'consumer'],
  ['/portal/settings/saved-searches', 'consumer'],
  ['/portal/settings/saved-searches', 'enterprise'],
  ['/portal/orders/create', 'consumer'],
  ['/portal', 'enterprise'],
  ['/portal/campaigns', 'enterprise'],
  ['/portal/campaigns?tab=campaigns', 'enterprise'],
  ['/portal/integration', 'enterprise'],
  ['/portal/webhooks', 'enterprise'],
  ['/portal/integration?part=verify', 'enterprise'],
  ['/portal/integration?part=dnc', 'enterprise'],
  ['/portal/integration?part=files', 'enterprise'],
  ['/portal/api-keys', 'enterprise'],
  ['/portal/settings/billing', 'subscriber'],
  ['/portal/settings/subscription', 'subscriber'],
  ['/portal/subscription', 'enterprise'],
  ['/portal/settings/billing', 'enterprise'],
  ['/portal/settings/subscription', 'enterprise'],
  ['/portal/settings/pay-as-you-go', 'enterprise'],
  ['/portal/settings/pay-as-you-go', 'subscriber'],
  ['/portal/settings/credit-history', 'enterprise'],
  ['/portal/campaigns/create', 'enterprise'],
  ['/portal/api-reference?call=enterprise.place', 'enterprise'],
  ['/portal/api-reference?call=order.completed', 'enterprise'],
]

/** Somebody who has subscribed, a checkout to look at, and one at which the bank asks. */
async function somePurchases(url: string): Promise<{ email: string; checkouts: string[] }> {
  const email = await newPerson(url)
  const { plans, packs, begin, pay, buy } = await buyerOf(url, email)
  const planId = plans.find(({ name }) => name === 'Growth')?.id ?? ''
  const packId = packs[0]?.id ?? ''
  await buy(await begin({ planId }))
  const [left, asked] = [await begin({ packId }), await begin({ packId })]
  await pay(asked, '4000002760003184')
  return { email, checkouts: [left, asked].map(({ session }) => `/sandbox/checkout?session=${session}`) }
}

/** Waits until a screen stands as it stays: the network can be idle while a busy machine has yet to draw it. */
async function isShown(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
}

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/**
 * Tests that look at every screen in both themes: nothing for the accessibility checker to say, no sideways scrolling, no
 * error on the console, no request to another server.
 */
export function testScreens(size: keyof typeof sizes) {
  const { open, troubles, url } = useBrowser()
  const here = [...routes]
  let subscriber = ''
  let callOrder = ''
  let webhook = { detail: '', attempt: '' }
  let key = ''
  beforeAll(async () => {
    const { screens, toCall } = await someOrders(url)
    here.push(...screens)
    callOrder = toCall
    webhook = await someWebhook(url)
    key = await someKey(url)
    here.push([webhook.detail, 'enterprise'], [webhook.detail, 'admin'], [webhook.attempt, 'admin'])
    // The forms are their owners' alone.
    const seen = screens.filter(([path]) => !path.includes('/create'))
    for (const [path] of seen) here.push([asAdministrator(path), 'admin'])
    for (const path of Object.values(await statisticsScreens(url))) here.push([path, 'admin'])
    const { email, checkouts } = await somePurchases(url)
    subscriber = email
    for (const path of checkouts) here.push([path, null])
  })
  afterAll(() => expect(troubles).toEqual([]))

  async function enterAs(page: Page, role: Reader) {
    if (role === 'subscriber') {
      await enter(page, subscriber)
      await inPortal(page)
    } else if (role) await signIn(page, role)
  }

  test.each(['light', 'dark'] as const)(`screens on a ${size} in %s`, { timeout: 600_000 }, async (colorScheme) => {
    const signedIn = new Map<Reader, Page>()
    for (const [path, role] of here) {
      const page =
        signedIn.get(role) ?? (await open({ viewport: sizes[size], colorScheme, reducedMotion: 'reduce' })).page
      if (!signedIn.has(role)) await enterAs(page, role)
      signedIn.set(role, page)
      await page.goto(path)
      await isShown(page)
      expect({ path, role, found: await findings(page) }).toEqual({ path, role, found: [] })
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect({ path, role, overflow }).toEqual({ path, role, overflow: 0 })
    }
    const consumer = signedIn.get('consumer')
    const admin = signedIn.get('admin')
    const buyer = signedIn.get('subscriber')
    const caller = signedIn.get('enterprise')
    if (!consumer || !admin || !buyer || !caller) throw new Error('nobody is signed in')
    const opened = {
      ...(await openThings(consumer, size)),
      ...(await openFinders(consumer, url, size)),
      ...(await openMoneyThings(buyer)),
      ...(await openAdminThings(admin, subscriber)),
      ...(await openCallThings(caller, callOrder)),
      ...(await openWebhookThings(caller, webhook)),
      ...(await openKeyThings(caller)),
      ...(await openListThings(admin)),
      ...(await openEverybodys(admin, {
        person: subscriber,
        order: asAdministrator(callOrder),
        webhook: webhook.detail,
        key,
      })),
    }
    for (const [what, found] of Object.entries(opened)) expect({ what, found }).toEqual({ what, found: [] })
    for (const page of signedIn.values()) await page.context().close()
  })
}
