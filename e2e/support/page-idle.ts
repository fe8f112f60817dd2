import type { Locator, Page, Request } from 'playwright-core'
import { isInRealTime } from './real-time.ts'

const requestsByPage = new WeakMap<Page, Set<Request>>()

/** Tracks the requests of a page, so that tests can wait for them. */
export function trackRequests(page: Page) {
  const inFlight = new Set<Request>()
  requestsByPage.set(page, inFlight)
  // An event stream stays open.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && inFlight.add(request))
  page.on('requestfinished', (request) => inFlight.delete(request))
  page.on('requestfailed', (request) => inFlight.delete(request))
}

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Waits until a page has rendered its current data and requested what it needs next. */
export const waitForPaint = (page: Page) => page.evaluate(twoFrames)

/** The elements that are loading or show stale data. */
const busySelector = '.mantine-Skeleton-root, [aria-busy=true], [data-stale]'

/** Waits until a screen is stable: nothing is being requested, rendered or about to be replaced. */
export async function waitUntilIdle(page: Page) {
  const inFlight = requestsByPage.get(page)
  const isIdle = async () => {
    await waitForPaint(page)
    return inFlight?.size === 0 && (await page.locator(busySelector).count()) === 0
  }
  // Twice: a screen about to make a request has none in flight for a moment.
  while (!((await isIdle()) && (await isIdle()))) await page.waitForTimeout(20)
}

/**
 * Waits for data that a screen polls every few seconds. Outside of real time it sends the event of a tab that becomes
 * visible, which makes the screen refresh; in real time the data must appear by itself.
 */
export async function waitForPolled(page: Page, target: Locator) {
  while (!isInRealTime && (await target.count()) === 0) {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await page.waitForTimeout(100)
  }
  await target.waitFor()
}
