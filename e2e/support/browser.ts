import { auth } from '@dooryard/contract/identity/auth'
import type { Login } from '@dooryard/contract/identity/credentials'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { acquireContext, blankPath } from './browser-contexts.ts'
import { call } from './portal-process.ts'

const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  // Without these, Chromium contacts its vendor's servers at every start.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
    // A page is open for seconds: optimizing its scripts costs more here than it gains.
    '--js-flags=--no-turbofan --no-maglev --no-incremental-marking --min-semi-space-size=32',
  ],
}

const defaultContextOptions = { acceptDownloads: true, reducedMotion: 'reduce' } as const

export type Role = 'admin' | 'enterprise' | 'consumer' | 'affiliate'

/** Each parallel worker has its own portal. */
function getWorkerPortalUrl(): string {
  const url = inject('portalUrls')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!url) throw new Error('there is no portal for this worker')
  return url
}

/** A browser context, a page in it, and its own errors. */
type OpenedBrowser = { context: BrowserContext; page: Page; pageErrors: string[] }

const browserByArgs = new Map<string, Promise<Browser>>()

/**
 * Returns the browser with these additional arguments; the files of a worker share it, and it closes with the worker.
 */
function getBrowser(args: string[]): Promise<Browser> {
  const key = args.join(' ')
  const browser =
    browserByArgs.get(key) ?? chromium.launch({ ...launchOptions, args: [...launchOptions.args, ...args] })
  browserByArgs.set(key, browser)
  return browser
}

/**
 * Provides a browser for a test file, with optional arguments, and collects the errors of its pages: console errors,
 * and requests to other servers. Animations are off unless a test enables them.
 */
export function useBrowser(...args: string[]) {
  const contexts: BrowserContext[] = []
  const pageErrors: string[] = []
  const url = getWorkerPortalUrl()
  // Contexts left open by a failed test would continue to call the portal.
  afterAll(() => Promise.all(contexts.map((context) => context.close())))

  function trackErrors(page: Page, report: (pageError: string) => void) {
    // A refused request is logged without its address.
    page.on('console', (message) => message.type() === 'error' && report(`${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => report(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && /^https?:/.test(request.url())) report(`request to ${request.url()}`)
    })
  }

  async function open(options: BrowserContextOptions = {}): Promise<OpenedBrowser> {
    const context = await acquireContext(await getBrowser(args), { ...defaultContextOptions, baseURL: url, ...options })
    contexts.push(context)
    const ownErrors: string[] = []
    const report = (pageError: string) => {
      ownErrors.push(pageError)
      pageErrors.push(pageError)
    }
    context.on('page', (page) => trackErrors(page, report))
    for (const page of context.pages()) trackErrors(page, report)
    return { context, page: context.pages()[0] ?? (await context.newPage()), pageErrors: ownErrors }
  }
  return { open, pageErrors, url }
}

/**
 * Signs in without a screen: stores a session where the sign-in screen would. Leaves the page at an address without a
 * screen.
 */
export async function startSession(page: Page, body: Login): Promise<void> {
  const { user, accessToken, refreshToken, creditSettings } = await call(getWorkerPortalUrl(), undefined, auth.login, {
    body,
  })
  const tokens = { accessToken, refreshToken }
  const stored = { user, isAuthenticated: true, ...tokens, creditSettings, afterImpersonationState: null }
  await page.goto(blankPath)
  await page.evaluate((text) => localStorage.setItem('dooryard.session', text), JSON.stringify(stored))
}

/** Signs in to a demo account without a screen. */
export const signIn = (page: Page, role: Role) =>
  startSession(page, { email: `${role}@dooryard.test`, password: 'dooryard-demo' })
