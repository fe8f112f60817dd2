import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'

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
  ],
}

/** How soon a change shows elsewhere, in milliseconds. */
export const soon = 1_000

export type Role = 'admin' | 'enterprise' | 'consumer' | 'affiliate'

/** Of those that run side by side each has its own. */
function portalOfThisWorker(): string {
  const url = inject('portalUrls')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (!url) throw new Error('there is no portal for this worker')
  return url
}

/**
 * A browser for a test file, started with some further arguments, with what went wrong in its pages: errors on the console,
 * and requests to other servers.
 */
export function useBrowser(...args: string[]) {
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  const troubles: string[] = []
  const url = portalOfThisWorker()
  beforeAll(async () => {
    browser = await chromium.launch({ ...launch, args: [...launch.args, ...args] })
  })
  afterAll(() => browser?.close())

  async function open(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ baseURL: url, acceptDownloads: true, ...options })
    // It only ends what hangs.
    context.setDefaultTimeout(120_000)
    context.on('page', (page) => {
      page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
      page.on('pageerror', (error) => troubles.push(error.message))
      page.on('request', (request) => {
        if (!request.url().startsWith(url) && /^https?:/.test(request.url()))
          troubles.push(`request to ${request.url()}`)
      })
    })
    return { context, page: await context.newPage() }
  }
  return { open, troubles, url }
}

/** Signs a demo account in by the sign-in screen, and waits until it has left it. */
export async function signIn(page: Page, role: Role): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`${role}@dooryard.test`)
  await page.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname.startsWith('/portal'))
}
