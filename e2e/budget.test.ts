import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page, Request, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Role, signIn, useBrowser } from './browser.ts'
import { asAdministrator, statisticsScreens } from './everybodys.ts'
import { someOrders } from './some-orders.ts'
import { someWebhook } from './some-webhook.ts'

const { open, url } = useBrowser()

/** What a first visit to a screen may load of scripts and styles, compressed. */
const budgets: [path: string, role: Role | null, kibibytes: number][] = [
  ['/login', null, 230],
  ['/portal/users', 'admin', 300],
  ['/portal/audit-log', 'admin', 300],
  ['/portal', 'consumer', 300],
  ['/portal', 'enterprise', 300],
  // Two of the screens have a map on them, and one draws its figures.
  ['/portal', 'admin', 390],
  ['/portal/lead-finder', 'consumer', 740],
  ['/portal/buyer-finder?lat=36.16&lng=-86.78', 'consumer', 740],
  ['/portal/lead-finder?view=table', 'consumer', 300],
  ['/portal/pipeline-builder', 'consumer', 300],
  ['/portal/pipeline-builder?tab=board', 'consumer', 300],
  ['/portal/settings/saved-searches', 'consumer', 300],
  ['/portal/settings/saved-searches', 'enterprise', 300],
  ['/portal/campaigns', 'enterprise', 300],
  ['/portal/campaigns?tab=campaigns', 'enterprise', 300],
  ['/portal/campaigns/create', 'enterprise', 300],
  ['/portal/integration', 'enterprise', 300],
  ['/portal/webhooks', 'enterprise', 300],
  ['/portal/integration?part=verify', 'enterprise', 300],
  ['/portal/integration?part=dnc', 'enterprise', 300],
  ['/portal/integration?part=files', 'enterprise', 300],
  ['/portal/api-keys', 'enterprise', 300],
  ['/portal/integration', 'admin', 300],
  ['/portal/integration?part=contacts', 'admin', 300],
  ['/portal/integration?part=health', 'admin', 300],
  ['/portal/enterprise-campaigns', 'admin', 300],
  ['/portal/enterprise-campaigns?tab=orders', 'admin', 300],
  ['/portal/enterprise-orders', 'admin', 300],
  ['/portal/orders', 'admin', 300],
  ['/portal/api-keys', 'admin', 300],
  ['/portal/webhooks', 'admin', 300],
  ['/portal/operations', 'admin', 300],
  ['/portal/orders/create', 'consumer', 300],
  ['/portal/coupons', 'admin', 300],
  ['/portal/settings/account', 'consumer', 300],
  ['/portal/settings/billing', 'enterprise', 300],
  ['/portal/settings/credit-history', 'enterprise', 390],
  ['/portal/settings/pay-as-you-go', 'consumer', 300],
  ['/portal/settings/subscription', 'consumer', 300],
  ['/portal/settings/billing', 'consumer', 300],
  // Three fifths of it are the library that draws the reference.
  ['/portal/api-reference', 'enterprise', 740],
]

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

const signedIn = new Map<Role, { kept: Kept; at: number }>()

/** What the browser keeps once it is signed in: the session, and nothing of what it loaded. */
async function keptOf(role: Role): Promise<Kept> {
  const before = signedIn.get(role)
  // Well before its token ends: a refresh in one browser would sign out the next.
  if (before && Date.now() - before.at < 10 * 60_000) return before.kept
  const { page, context } = await open()
  await signIn(page, role)
  const kept = await context.storageState()
  await context.close()
  signedIn.set(role, { kept, at: Date.now() })
  return kept
}

/** Listens to a page from now on; what it gives waits until nothing has been asked for half a second. */
function quietOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let last = Date.now()
  const ends = (request: Request) => {
    underWay.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    // A stream of events stays open.
    if (request.resourceType() !== 'eventsource') underWay.add(request)
    last = Date.now()
  })
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  return () => expect.poll(() => underWay.size === 0 && Date.now() - last > 500).toBe(true)
}

/** The size of every script and style that a page loads while something is done on it, compressed as the server has them. */
async function loadedBy(page: Page, work: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  const becomesQuiet = quietOf(page)
  const weigh = (response: Response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  }
  page.on('response', weigh)
  await work()
  await becomesQuiet()
  // What comes later is not counted, and cannot be read once the page is closed.
  page.off('response', weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Opens a screen in a browser that has kept nothing of the portal but the session, and compares what that loads. */
async function staysWithin(path: string, kept: Kept | undefined, kibibytes: number) {
  const { page, context } = await open(kept ? { storageState: kept } : {})
  const bytes = await loadedBy(page, async () => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The larger ones are of screens that draw a map or a chart, and of the one that draws calls.
    if (path === '/portal/api-reference') await page.locator('.opblock').first().waitFor()
    else if (kibibytes > 300) await page.locator('canvas').first().waitFor()
  })
  expect(new URL(page.url()).pathname).toBe(new URL(path, url).pathname)
  // Less would mean that something was not counted.
  expect({ path, kibibytes: bytes / 1024 }).toEqual({ path, kibibytes: expect.toSatisfy((size) => size > 150) })
  expect({ path, kibibytes: bytes / 1024 }).toEqual({ path, kibibytes: expect.toSatisfy((size) => size <= kibibytes) })
  await context.close()
}

test.each(budgets)('%s for %s loads at most its share', async (path, role, kibibytes) => {
  await staysWithin(path, role ? await keptOf(role) : undefined, kibibytes)
})

test('the screen of a webhook loads at most its share', async () => {
  const { detail } = await someWebhook(url)
  for (const role of ['enterprise', 'admin'] as const) await staysWithin(detail, await keptOf(role), 300)
})

test('what a user did loads at most its share', async () => {
  const { overview, ...lists } = await statisticsScreens(url)
  const kept = await keptOf('admin')
  await staysWithin(overview, kept, 390)
  for (const path of Object.values(lists)) await staysWithin(path, kept, 300)
})

test('the screens of orders load at most their share', async () => {
  const { screens } = await someOrders(url)
  const kept = { enterprise: await keptOf('enterprise'), consumer: await keptOf('consumer') }
  for (const [path, role] of screens) await staysWithin(path, kept[role], 300)
  const admin = await keptOf('admin')
  for (const [path] of screens) if (!path.includes('/create')) await staysWithin(asAdministrator(path), admin, 300)
})
