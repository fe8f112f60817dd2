import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Size, sizes } from '../screens/screens.ts'
import { waitUntilIdle } from '../support/page-idle.ts'

type ColorScheme = 'light' | 'dark'

/** A screenshot of a page, and the end of its name, such as `390-dark`. */
export type Screenshot = { variant: string; png: Buffer }

const maskScript = { path: join(import.meta.dirname, 'mask-page.mjs') }

/** Prepares every document of a page for masking. */
export const prepareMask = (page: Page) => page.addInitScript(maskScript)

// React shows late content no sooner than 300 ms after the previous content.
const quietMs = 350

const evaluateInFrames = (page: Page, script: string) =>
  Promise.all(page.frames().map((frame) => frame.evaluate(script)))

/** Takes a screenshot of a page with masked text; again if the client has written to it meanwhile. */
async function captureMasked(page: Page): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    await evaluateInFrames(page, 'screenshotMask.put()')
    try {
      const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
      if (await page.evaluate('screenshotMask.isPut()')) return png
      if (tries === 5) throw new Error(`${page.url()} goes on writing over its mask`)
    } finally {
      await evaluateInFrames(page, 'screenshotMask.take()')
    }
  }
}

async function capture(page: Page, size: Size, colorScheme: ColorScheme): Promise<Screenshot> {
  await page.emulateMedia({ colorScheme })
  await waitUntilIdle(page)
  await page.evaluate('screenshotMask.scrollBack()')
  return { variant: `${sizes[size].width}-${colorScheme}`, png: await captureMasked(page) }
}

async function waitUntilStable(page: Page) {
  await page.evaluate('document.fonts.ready.then(() => {})')
  await waitUntilIdle(page)
  await page.evaluate(`screenshotMask.untilQuiet(${quietMs})`)
  await waitUntilIdle(page)
}

/** Sets the width of a size, and as much height as shows everything. */
async function resize(page: Page, size: Size) {
  await page.setViewportSize(sizes[size])
  await waitUntilStable(page)
  const hidden = await page.evaluate<number>('screenshotMask.hiddenHeight()')
  if (hidden === 0) return
  await page.setViewportSize({ ...sizes[size], height: sizes[size].height + hidden })
  await waitUntilStable(page)
}

/** Takes screenshots of a page at each size in both color schemes, and leaves it light and at the first size. */
export async function captureVariants(page: Page, [first, ...others]: [Size, ...Size[]]): Promise<Screenshot[]> {
  const pictures: Screenshot[] = []
  for (const size of [first, ...others]) {
    await resize(page, size)
    pictures.push(await capture(page, size, 'light'), await capture(page, size, 'dark'))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[first])
  await waitUntilIdle(page)
  return pictures
}
