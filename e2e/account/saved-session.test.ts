import { creditSettings } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'
import { openTabs } from '../support/tabs.ts'

const { open, url } = useBrowser()

/** The tokens that the browser stores. */
async function getStoredTokens(page: Page): Promise<{ accessToken: string; refreshToken: string }> {
  return page.evaluate('JSON.parse(localStorage.getItem("dooryard.session"))')
}

/** Sets the expiry of the stored access token to `seconds` from now, as far as the browser can tell. */
const expireTokenIn = (page: Page, seconds: number) =>
  page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem('dooryard.session'))
    const [head, claims, signature] = kept.accessToken.split('.')
    const exp = Math.floor(Date.now() / 1000) + ${seconds}
    const changed = JSON.stringify({ ...JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), exp })
    kept.accessToken = [head, btoa(changed), signature].join('.')
    localStorage.setItem('dooryard.session', JSON.stringify(kept))
    // After a slow answer the browser takes its own clock to be ahead.
    localStorage.setItem('dooryard.clock-ahead-ms', '0')
  }`)

/** The calls that a browser makes from now on, in order, as `POST /v1/…`. */
function recordCalls(context: BrowserContext) {
  const calls: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

const refreshCall = `${auth.refresh.method} ${auth.refresh.path}`

test('five tabs with an expired access token refresh it once and continue', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  // This page makes no calls: a pending call of a closing tab would cancel its refresh.
  const tabs = await openTabs(context, ...Array<string>(5).fill('/terms'))
  await page.goto('/terms')
  const before = await getStoredTokens(page)
  await expireTokenIn(page, -60)
  const calls = recordCalls(context)
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto('/portal')
      await tab.getByRole('region', { name: 'Credits' }).waitFor()
    }),
  )
  expect(calls.filter((sent) => sent === refreshCall)).toEqual([refreshCall])
  expect(calls.filter((sent) => sent === `GET ${account.me.path}`).length).toBeGreaterThanOrEqual(5)
  expect((await getStoredTokens(page)).refreshToken).not.toBe(before.refreshToken)
  for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/portal')
  await context.close()
})

test('a token that expires within 30 seconds is refreshed before the next call, a later one is not', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal')
  await page.getByRole('region', { name: 'Credits' }).waitFor()
  const [other = page] = await openTabs(context, '/terms')
  await page.bringToFront()
  /** A tab sees the storage change of another one a moment later. */
  const mockTokenLifetime = async (seconds: number) => {
    await page.evaluate(
      'void (globalThis.heard = new Promise((hear) => addEventListener("storage", () => hear(), { once: true })))',
    )
    await expireTokenIn(other, seconds)
    await page.evaluate('heard')
  }
  const calls = recordCalls(context)
  const goTo = async (name: string) => {
    calls.length = 0
    await page.getByRole('link', { name, exact: true }).click()
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    // A pending request of one screen must not count as the first call of the next one.
    await waitUntilIdle(page)
  }
  await mockTokenLifetime(60)
  await goTo('Campaigns')
  // The server rejects a modified token, so it is refreshed too, but only after it was tried.
  expect(calls[0]).toMatch(/^GET /)
  await mockTokenLifetime(25)
  await goTo('Home')
  // Prices are public, so their request needs no token.
  expect(calls.find((one) => one !== `GET ${creditSettings.list.path}`)).toBe(refreshCall)
  expect(calls).toContain(`GET ${account.me.path}`)
  await context.close()
})

test('a session ended by the server leads to the sign-in screen, and from there back to the page', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/campaigns?search=oak')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await call(url, (await getStoredTokens(page)).accessToken, account.logout, {})
  await page.reload()
  await page.waitForURL(`**/login?redirect=${encodeURIComponent('/portal/campaigns?search=oak')}`)
  await page.getByLabel('Email').fill('enterprise@dooryard.test')
  await page.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/portal/campaigns?search=oak')
  await context.close()
})

test('a role that differs from the server’s opens no screen', async () => {
  const { page, context } = await open()
  await signIn(page, 'consumer')
  await page.evaluate(() => {
    const getStoredTokens = JSON.parse(localStorage.getItem('dooryard.session') ?? '{}')
    getStoredTokens.user.role = 'SUPER_ADMIN'
    localStorage.setItem('dooryard.session', JSON.stringify(getStoredTokens))
  })
  await page.goto('/portal/users')
  await page.waitForURL((at) => at.pathname === '/portal')
  await page.getByRole('link', { name: 'Lead finder' }).first().waitFor()
  await context.close()
})
