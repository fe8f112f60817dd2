import { about } from '@dooryard/contract/about'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { trackRequests } from './page-idle.ts'

/** An address of the portal without a screen, so that nothing on it makes requests. */
export const blankPath = about.get.path

const defaultViewport = { width: 1280, height: 720 }

// Other options need a device or a portal of their own, or bring stored data along.
const poolableOptions = new Set([
  'baseURL',
  'acceptDownloads',
  'permissions',
  'timezoneId',
  'viewport',
  'colorScheme',
  'reducedMotion',
])

type PooledContext = { context: BrowserContext; end: () => Promise<void> }

// An init script of a test stays in its context permanently.
const alteredContexts = new WeakSet<BrowserContext>()

const contextPool = new WeakMap<Browser, Map<string, PooledContext[]>>()

/** Returns the unused contexts of a browser with these options. */
function getSpareContexts(browser: Browser, options: BrowserContextOptions): PooledContext[] {
  const all = contextPool.get(browser) ?? new Map<string, PooledContext[]>()
  contextPool.set(browser, all)
  const key = JSON.stringify(options)
  const spares = all.get(key) ?? []
  all.set(key, spares)
  return spares
}

/**
 * Returns a browser context without any state except its cache and history. A context that a test has closed is
 * cleared and reused: in a new one the client must be fetched and compiled again, which takes longer than most tests.
 */
export async function acquireContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  if (!Object.keys(options).every((option) => poolableOptions.has(option))) return createContext(browser, options)
  const spares = getSpareContexts(browser, options)
  const { context, end } = spares.pop() ?? (await createPooledContext(browser, options))
  context.close = async () => {
    context.close = async () => {}
    if (await tryResetContext(context).catch(() => false)) spares.push({ context, end })
    else await end()
  }
  for (const page of context.pages()) await resetPage(page, options)
  return context
}

async function createPooledContext(browser: Browser, options: BrowserContextOptions): Promise<PooledContext> {
  const context = await createContext(browser, options)
  return { context, end: context.close.bind(context) }
}

async function createContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  // It only ends what hangs.
  context.setDefaultTimeout(120_000)
  context.on('page', trackPage)
  return context
}

/** Tracks the requests of a page, and what would outlive the test. */
function trackPage(page: Page) {
  trackRequests(page)
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = (...script) => {
    alteredContexts.add(page.context())
    return addInitScript(...script)
  }
}

/** Restores the initial display settings of a page. */
async function resetPage(page: Page, options: BrowserContextOptions) {
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options
  await page.emulateMedia({ colorScheme, reducedMotion })
  await page.setViewportSize(viewport ?? defaultViewport)
}

const listenedEvents = [
  ...['page', 'console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response', 'download'],
  ...['framenavigated', 'dialog'],
]

/** Reduces a context to one blank page without stored state; returns whether that is possible. */
async function tryResetContext(context: BrowserContext): Promise<boolean> {
  const [page, ...others] = context.pages()
  if (!page || alteredContexts.has(context)) return false
  for (const event of listenedEvents) {
    context.removeAllListeners(event)
    page.removeAllListeners(event)
  }
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  context.on('page', trackPage)
  trackRequests(page)
  await page.goto(blankPath)
  await context.clearCookies()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  // A clock set by a test stays in a context permanently.
  return page.evaluate('!("__pwClock" in globalThis)')
}
