import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { call } from './portal-process.ts'

// Every screen, in both themes, on a desk and on a phone: nothing for the accessibility checker to say, no sideways
// scrolling, no error on the console, no request to another server.

const { open, troubles, url } = useBrowser()

const routes: [path: string, role: Role | null][] = [
  ['/login', null],
  ['/register', null],
  ['/verify-email', null],
  ['/forgot-password', null],
  ['/reset-password', null],
  ['/terms', null],
  ['/privacy', null],
  ['/refund-policy', null],
  ['/dev/outbox', null],
  ['/nowhere', null],
  ['/portal', 'admin'],
  ['/portal/data', 'admin'],
  ['/portal/users', 'admin'],
  ['/portal/audit-log', 'admin'],
  ['/portal/settings/profile', 'admin'],
  ['/portal/settings/account', 'consumer'],
  ['/portal', 'affiliate'],
  ['/portal', 'consumer'],
  ['/portal/lead-finder', 'consumer'],
  ['/portal', 'enterprise'],
  ['/portal/campaigns', 'enterprise'],
  ['/portal/campaigns/create', 'enterprise'],
]
/** A campaign with a delivered order, to look at. */
async function orderedCampaign(): Promise<string[]> {
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
  const draft = { name: 'To look at', campaignType: 'MAIL_READY' as const, criteria }
  const { id: campaignId } = await call(url, accessToken, campaigns.create, { body: draft })
  const order = { orderName: 'Seen', quantity: 60 }
  const { id: orderId } = await call(url, accessToken, orders.place, { params: { campaignId }, body: order })
  const params = { campaignId, orderId }
  while ((await call(url, accessToken, orders.get, { params })).userFacingStatus !== 'COMPLETED')
    await new Promise((resolve) => setTimeout(resolve, 100))
  const campaign = `/portal/campaigns/${campaignId}`
  return [campaign, `${campaign}/orders/create`, `${campaign}/orders/${orderId}`]
}

/** What opens over a screen, each with what opens it and what it is. */
async function openThings(page: Page, size: string): Promise<Record<string, Awaited<ReturnType<typeof findings>>>> {
  const found: Record<string, Awaited<ReturnType<typeof findings>>> = {}
  const look = async (what: string, shown: Locator) => {
    await shown.waitFor()
    found[what] = await findings(page)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await look('confirmation', page.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await page.keyboard.press('Control+K')
  await look('palette', page.getByRole('dialog', { name: 'Go to a screen, or do something' }))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await look('user menu', page.getByRole('button', { name: 'Sign out', exact: true }))
  if (size === 'phone') {
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await look('menu', page.getByRole('dialog').getByRole('navigation', { name: 'Portal' }))
  }
  return found
}

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

beforeAll(async () => {
  for (const path of await orderedCampaign()) routes.push([path, 'enterprise'])
})
afterAll(() => expect(troubles).toEqual([]))

for (const [size, viewport] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`screens on a ${size} in ${colorScheme}`, async () => {
      const signedIn = new Map<Role | null, Page>()
      for (const [path, role] of routes) {
        const page = signedIn.get(role) ?? (await open({ viewport, colorScheme, reducedMotion: 'reduce' })).page
        if (role && !signedIn.has(role)) await signIn(page, role)
        signedIn.set(role, page)
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect({ path, role, found: await findings(page) }).toEqual({ path, role, found: [] })
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect({ path, role, overflow }).toEqual({ path, role, overflow: 0 })
      }
      const consumer = signedIn.get('consumer')
      if (!consumer) throw new Error('no consumer is signed in')
      for (const [what, found] of Object.entries(await openThings(consumer, size)))
        expect({ what, found }).toEqual({ what, found: [] })
      for (const page of signedIn.values()) await page.context().close()
    })
