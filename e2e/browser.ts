import { auth } from '@dooryard/contract/auth'
import type { Login } from '@dooryard/contract/credentials'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import { contextOf, withoutScreen } from './kept-contexts.ts'
import { call } from './portal-process.ts'

const launch = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  // Without these Chromium looks for its vendor's servers at every start.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
    // A page is open for seconds: what makes scripts faster in the long run costs more here than it gains.
    '--js-flags=--no-turbofan --no-maglev --no-incremental-marking --min-semi-space-size=32',
  ],
}

const byDefault = { acceptDownloads: true, reducedMotion: 'reduce' } as const

export type Role = 'admin' | 'enterprise' | 'consumer' | 'affiliate'

/** Of those that run side by side each has its own. */
function portalOfThisWorker(): string {
  const url = inject('portalUrls')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!url) throw new Error('there is no portal for this worker')
  return url
}

/** A browser as somebody has it, a page in it, and what went wrong there alone. */
type Opened = { context: BrowserContext; page: Page; troubles: string[] }

const started = new Map<string, Promise<Browser>>()

/** The browser with these further arguments; the files of a worker share it, and it ends with the worker. */
function browserWith(args: string[]): Promise<Browser> {
  const key = args.join(' ')
  const browser = started.get(key) ?? chromium.launch({ ...launch, args: [...launch.args, ...args] })
  started.set(key, browser)
  return browser
}

/**
 * A browser for a test file, with some further arguments, with what went wrong in its pages: errors on the console, and
 * requests to other servers. Nothing moves in it unless a test says so.
 */
export function useBrowser(...args: string[]) {
  const contexts: BrowserContext[] = []
  const troubles: string[] = []
  const url = portalOfThisWorker()
  // What a failed test has left open would go on asking the portal.
  afterAll(() => Promise.all(contexts.map((context) => context.close())))

  function listen(page: Page, tell: (trouble: string) => void) {
    page.on('console', (message) => message.type() === 'error' && tell(message.text()))
    page.on('pageerror', (error) => tell(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && /^https?:/.test(request.url())) tell(`request to ${request.url()}`)
    })
  }

  async function open(options: BrowserContextOptions = {}): Promise<Opened> {
    const context = await contextOf(await browserWith(args), { ...byDefault, baseURL: url, ...options })
    contexts.push(context)
    const own: string[] = []
    const tell = (trouble: string) => {
      own.push(trouble)
      troubles.push(trouble)
    }
    context.on('page', (page) => listen(page, tell))
    for (const page of context.pages()) listen(page, tell)
    return { context, page: context.pages()[0] ?? (await context.newPage()), troubles: own }
  }
  return { open, troubles, url }
}

/**
 * Signs an account in without a screen: puts a session of its own where the sign-in screen would keep it. The page is
 * left at an address without a screen.
 */
export async function startSession(page: Page, body: Login): Promise<void> {
  const { user, accessToken, refreshToken, creditSettings } = await call(portalOfThisWorker(), undefined, auth.login, {
    body,
  })
  const tokens = { accessToken, refreshToken }
  const kept = { user, isAuthenticated: true, ...tokens, creditSettings, afterImpersonationState: null }
  await page.goto(withoutScreen)
  await page.evaluate((text) => localStorage.setItem('dooryard.session', text), JSON.stringify(kept))
}

/** Signs a demo account in without a screen. */
export const signIn = (page: Page, role: Role) =>
  startSession(page, { email: `${role}@dooryard.test`, password: 'dooryard-demo' })
