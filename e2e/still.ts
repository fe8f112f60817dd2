import type { Locator, Page, Request } from 'playwright-core'
import { isInRealTime } from './real-time.ts'

const underWay = new WeakMap<Page, Set<Request>>()

/** Takes note of what a page asks for, so that it can be waited for. */
export function watch(page: Page) {
  const asked = new Set<Request>()
  underWay.set(page, asked)
  // A stream of events stays open.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
}

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Waits until a page has drawn what it knows by now, and has asked for what it needs next. */
export const isDrawn = (page: Page) => page.evaluate(twoFrames)

/** What says on a screen that something of it is on its way, or stands from before. */
const busy = '.mantine-Skeleton-root, [aria-busy=true], [data-stale]'

/** Waits until a screen stands as it stays: nothing of it is asked for, drawn or about to be replaced. */
export async function stands(page: Page) {
  const asked = underWay.get(page)
  const isStill = async () => {
    await isDrawn(page)
    return asked?.size === 0 && (await page.locator(busy).count()) === 0
  }
  // Once more: a screen that is about to ask has nothing under way for a moment.
  while (!((await isStill()) && (await isStill()))) await page.waitForTimeout(20)
}

/**
 * Waits for what a screen asks about every few seconds. As it is asked about whenever somebody turns to its tab again, too,
 * somebody does; in real time it has to come by itself.
 */
export async function comesBy(page: Page, shown: Locator) {
  while (!isInRealTime && (await shown.count()) === 0) {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await page.waitForTimeout(100)
  }
  await shown.waitFor()
}
