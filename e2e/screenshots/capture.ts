import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Size, sizes } from '../screens.ts'
import { stands } from '../still.ts'

type ColorScheme = 'light' | 'dark'

/** A picture of a page, and the end of its name, such as `390-dark`. */
export type Picture = { look: string; png: Buffer }

const maskScript = { path: join(import.meta.dirname, 'mask-page.mjs') }

/** Has every document of a page ready to be masked. */
export const prepareMask = (page: Page) => page.addInitScript(maskScript)

// What comes late is shown no sooner after the last than React allows, which is 300 ms.
const quietMs = 350

const inEveryFrame = (page: Page, script: string) => Promise.all(page.frames().map((frame) => frame.evaluate(script)))

/** A picture of a page whose text is masked; once more where the client has written to it meanwhile. */
async function captureMasked(page: Page): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    await inEveryFrame(page, 'screenshotMask.put()')
    try {
      const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
      if (await page.evaluate('screenshotMask.isPut()')) return png
      if (tries === 5) throw new Error(`${page.url()} goes on writing over its mask`)
    } finally {
      await inEveryFrame(page, 'screenshotMask.take()')
    }
  }
}

async function capture(page: Page, size: Size, colorScheme: ColorScheme): Promise<Picture> {
  await page.emulateMedia({ colorScheme })
  await stands(page)
  await page.evaluate('screenshotMask.scrollBack()')
  return { look: `${sizes[size].width}-${colorScheme}`, png: await captureMasked(page) }
}

async function settle(page: Page) {
  await page.evaluate('document.fonts.ready.then(() => {})')
  await stands(page)
  await page.evaluate(`screenshotMask.untilQuiet(${quietMs})`)
  await stands(page)
}

/** Has a page the width of a size, and as much of its height as shows everything. */
async function resize(page: Page, size: Size) {
  await page.setViewportSize(sizes[size])
  await settle(page)
  const hidden = await page.evaluate<number>('screenshotMask.hiddenHeight()')
  if (hidden === 0) return
  await page.setViewportSize({ ...sizes[size], height: sizes[size].height + hidden })
  await settle(page)
}

/** Takes pictures of a page as it stands, at each size in both colour schemes, and leaves it light and at the first size. */
export async function captureEveryWay(page: Page, [first, ...others]: [Size, ...Size[]]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of [first, ...others]) {
    await resize(page, size)
    pictures.push(await capture(page, size, 'light'), await capture(page, size, 'dark'))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[first])
  await stands(page)
  return pictures
}
