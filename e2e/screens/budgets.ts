import type { Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import { type Role, signIn, useBrowser } from '../support/browser.ts'

/** Watches a page from now on; the returned function waits until there was no request for half a second. */
function waitUntilQuiet(page: Page): () => Promise<void> {
  const inFlight = new Set<Request>()
  let last = Date.now()
  const ends = (request: Request) => {
    inFlight.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    // An event stream stays open.
    if (request.resourceType() !== 'eventsource') inFlight.add(request)
    last = Date.now()
  })
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  return () => expect.poll(() => inFlight.size === 0 && Date.now() - last > 500).toBe(true)
}

const sizeByPath = new Map<string, number>()

/** The transferred bytes of a script or style, compressed as served. */
async function getTransferSize(response: Response): Promise<number> {
  const { pathname } = new URL(response.url())
  await response.finished()
  const weight = sizeByPath.get(pathname) ?? (await response.request().sizes()).responseBodySize
  sizeByPath.set(pathname, weight)
  return weight
}

/** Measures every script and style that a page loads during the work. */
async function measureLoaded(page: Page, work: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  const whenQuiet = waitUntilQuiet(page)
  const addSize = (response: Response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) sizes.push(getTransferSize(response))
  }
  page.on('response', addSize)
  await work()
  await whenQuiet()
  // Later responses are not counted, and cannot be read once the page is closed.
  page.off('response', addSize)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** A screen, its viewer, the limit for scripts and styles of a first visit, and optionally what is drawn last. */
export type Budget = [path: string, role: Role | null, kibibytes: number, last?: string]

/** Opens screens in browsers with no cache and only a session, and compares the loaded size with the budget. */
export function useBudgets() {
  const { open, url } = useBrowser()
  async function expectWithinBudget(...[path, role, kibibytes, last]: Budget) {
    // A context with its own storage state is never a reused one.
    const { page, context } = await open({ storageState: { cookies: [], origins: [] } })
    if (role) await signIn(page, role)
    const bytes = await measureLoaded(page, async () => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (last) await page.locator(last).first().waitFor()
    })
    expect(new URL(page.url()).pathname).toBe(new URL(path, url).pathname)
    const weight = { path, kibibytes: bytes / 1024 }
    // A smaller size would mean that something was not counted.
    expect(weight).toEqual({ path, kibibytes: expect.toSatisfy((size) => size > kibibytes * 0.6) })
    expect(weight).toEqual({ path, kibibytes: expect.toSatisfy((size) => size <= kibibytes) })
    await context.close()
  }
  return { expectWithinBudget, url }
}
