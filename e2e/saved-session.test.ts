import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { creditSettings } from '@dooryard/contract/credits'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { call } from './portal-process.ts'
import { stands } from './still.ts'
import { openTabs } from './tabs.ts'

const { open, url } = useBrowser()

/** What the browser keeps of the sign-in. */
async function kept(page: Page): Promise<{ accessToken: string; refreshToken: string }> {
  return page.evaluate('JSON.parse(localStorage.getItem("dooryard.session"))')
}

/** Lets the access token that the browser keeps end so many seconds from now, as far as the browser can tell. */
const endTokenIn = (page: Page, seconds: number) =>
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
function callsOf(context: BrowserContext) {
  const calls: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

const refresh = `${auth.refresh.method} ${auth.refresh.path}`

test('five tabs whose access token has expired refresh it once, and go on', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  // Nothing calls from there: a call that is under way when its tab leaves would take its refresh with it.
  const tabs = await openTabs(context, ...Array<string>(5).fill('/terms'))
  await page.goto('/terms')
  const before = await kept(page)
  await endTokenIn(page, -60)
  const calls = callsOf(context)
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto('/portal')
      await tab.getByRole('region', { name: 'Credits' }).waitFor()
    }),
  )
  expect(calls.filter((made) => made === refresh)).toEqual([refresh])
  expect(calls.filter((made) => made === `GET ${account.me.path}`).length).toBeGreaterThanOrEqual(5)
  expect((await kept(page)).refreshToken).not.toBe(before.refreshToken)
  for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/portal')
  await context.close()
})

test('a token that ends within 30 seconds is refreshed before the next call, a later one is not', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal')
  await page.getByRole('region', { name: 'Credits' }).waitFor()
  const [other = page] = await openTabs(context, '/terms')
  await page.bringToFront()
  /** A tab hears of what another one writes, a moment later. */
  const hearsThatTokenEndsIn = async (seconds: number) => {
    await page.evaluate(
      'void (globalThis.heard = new Promise((hear) => addEventListener("storage", () => hear(), { once: true })))',
    )
    await endTokenIn(other, seconds)
    await page.evaluate('heard')
  }
  const calls = callsOf(context)
  const goTo = async (name: string) => {
    calls.length = 0
    await page.getByRole('link', { name, exact: true }).click()
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    // What one screen still asks for must not be taken for the next one's first call.
    await stands(page)
  }
  await hearsThatTokenEndsIn(60)
  await goTo('Campaigns')
  // The server takes no token that was changed, so this one is refreshed too: but not before it was tried.
  expect(calls[0]).toMatch(/^GET /)
  await hearsThatTokenEndsIn(25)
  await goTo('Home')
  // Prices are for everybody, so asking for them takes no token.
  expect(calls.find((one) => one !== `GET ${creditSettings.list.path}`)).toBe(refresh)
  expect(calls).toContain(`GET ${account.me.path}`)
  await context.close()
})

test('a session that the server has ended leads to the sign-in screen, and from there back to the page', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/campaigns?search=oak')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await call(url, (await kept(page)).accessToken, account.logout, {})
  await page.reload()
  await page.waitForURL(`**/login?redirect=${encodeURIComponent('/portal/campaigns?search=oak')}`)
  await page.getByLabel('Email').fill('enterprise@dooryard.test')
  await page.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/portal/campaigns?search=oak')
  await context.close()
})

test('a role that is not what the server says opens no screen', async () => {
  const { page, context } = await open()
  await signIn(page, 'consumer')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('dooryard.session') ?? '{}')
    kept.user.role = 'SUPER_ADMIN'
    localStorage.setItem('dooryard.session', JSON.stringify(kept))
  })
  await page.goto('/portal/users')
  await page.waitForURL((at) => at.pathname === '/portal')
  await page.getByRole('link', { name: 'Lead finder' }).first().waitFor()
  await context.close()
})
