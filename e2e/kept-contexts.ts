import { about } from '@dooryard/contract/about'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { watch } from './still.ts'

/** An address of the portal that is no screen, so that nothing on it asks for anything. */
export const withoutScreen = about.get.path

const usual = { width: 1280, height: 720 }

// Others are for a device or a portal of their own, or bring something along that was kept before.
const keepable = new Set([
  'baseURL',
  'acceptDownloads',
  'permissions',
  'timezoneId',
  'viewport',
  'colorScheme',
  'reducedMotion',
])

type Kept = { context: BrowserContext; end: () => Promise<void> }

// What a test adds to every document of a page stands in its context for good.
const altered = new WeakSet<BrowserContext>()

const kept = new WeakMap<Browser, Map<string, Kept[]>>()

/** The spare contexts of a browser that were made with some options. */
function sparesOf(browser: Browser, options: BrowserContextOptions): Kept[] {
  const all = kept.get(browser) ?? new Map<string, Kept[]>()
  kept.set(browser, all)
  const key = JSON.stringify(options)
  const spares = all.get(key) ?? []
  all.set(key, spares)
  return spares
}

/**
 * A browser context that knows nothing of what was done before but the files it fetched and the addresses it was at. One
 * that a test has closed is given out again, emptied: in a new one the client has to be fetched and compiled anew, which
 * takes longer than most tests.
 */
export async function contextOf(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  if (!Object.keys(options).every((option) => keepable.has(option))) return newContext(browser, options)
  const spares = sparesOf(browser, options)
  const { context, end } = spares.pop() ?? (await newKept(browser, options))
  context.close = async () => {
    context.close = async () => {}
    if (await isEmptied(context).catch(() => false)) spares.push({ context, end })
    else await end()
  }
  for (const page of context.pages()) await show(page, options)
  return context
}

async function newKept(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await newContext(browser, options)
  return { context, end: context.close.bind(context) }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  // It only ends what hangs.
  context.setDefaultTimeout(120_000)
  context.on('page', attend)
  return context
}

/** Takes note of what a page asks for, and of what would outlive the test. */
function attend(page: Page) {
  watch(page)
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = (...script) => {
    altered.add(page.context())
    return addInitScript(...script)
  }
}

/** Shows a page as it was at first, whatever a test has made of it. */
async function show(page: Page, options: BrowserContextOptions) {
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options
  await page.emulateMedia({ colorScheme, reducedMotion })
  await page.setViewportSize(viewport ?? usual)
}

const heard = [
  ...['page', 'console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response', 'download'],
  ...['framenavigated', 'dialog'],
]

/** Leaves one page of a context, and nothing on it or behind it; whether that is possible. */
async function isEmptied(context: BrowserContext): Promise<boolean> {
  const [page, ...others] = context.pages()
  if (!page || altered.has(context)) return false
  for (const event of heard) {
    context.removeAllListeners(event)
    page.removeAllListeners(event)
  }
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  context.on('page', attend)
  watch(page)
  await page.goto(withoutScreen)
  await context.clearCookies()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  // A clock that a test has set stands in a context for good.
  return page.evaluate('!("__pwClock" in globalThis)')
}
