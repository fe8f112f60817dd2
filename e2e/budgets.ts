import type { Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import { type Role, signIn, useBrowser } from './browser.ts'

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

const weighed = new Map<string, number>()

/** How many bytes of a script or style came over the wire, compressed as the server has it. */
async function weightOf(response: Response): Promise<number> {
  const { pathname } = new URL(response.url())
  await response.finished()
  const weight = weighed.get(pathname) ?? (await response.request().sizes()).responseBodySize
  weighed.set(pathname, weight)
  return weight
}

/** The size of every script and style that a page loads while something is done on it. */
async function loadedBy(page: Page, work: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = []
  const becomesQuiet = quietOf(page)
  const weigh = (response: Response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) sizes.push(weightOf(response))
  }
  page.on('response', weigh)
  await work()
  await becomesQuiet()
  // What comes later is not counted, and cannot be read once the page is closed.
  page.off('response', weigh)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** A screen, who sees it, what a first visit may load of scripts and styles, and what is drawn last on it, if said. */
export type Budget = [path: string, role: Role | null, kibibytes: number, last?: string]

/** Opens screens in browsers that have kept nothing of the portal but the session, and compares what that loads. */
export function useBudgets() {
  const { open, url } = useBrowser()
  async function staysWithin(...[path, role, kibibytes, last]: Budget) {
    // One that brings its own along is never one that was open before.
    const { page, context } = await open({ storageState: { cookies: [], origins: [] } })
    if (role) await signIn(page, role)
    const bytes = await loadedBy(page, async () => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (last) await page.locator(last).first().waitFor()
    })
    expect(new URL(page.url()).pathname).toBe(new URL(path, url).pathname)
    const weight = { path, kibibytes: bytes / 1024 }
    // Less would mean that something was not counted.
    expect(weight).toEqual({ path, kibibytes: expect.toSatisfy((size) => size > kibibytes * 0.6) })
    expect(weight).toEqual({ path, kibibytes: expect.toSatisfy((size) => size <= kibibytes) })
    await context.close()
  }
  return { staysWithin, url }
}
