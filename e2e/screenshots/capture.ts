import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { stands } from '../still.ts'

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
export type Size = keyof typeof sizes

type ColorScheme = 'light' | 'dark'

/** A picture of a page, and the end of its name, such as `390-dark`. */
export type Picture = { look: string; png: Buffer }

const maskScript = { path: join(import.meta.dirname, 'mask-page.mjs') }

/** Has every document of a page ready to be masked. */
export const prepareMask = (page: Page) => page.addInitScript(maskScript)

async function capture(page: Page, size: Size, colorScheme: ColorScheme): Promise<Picture> {
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme })
  await page.evaluate('scrollTo(0, 0), document.fonts.ready.then(() => {})')
  await stands(page)
  await page.evaluate('screenshotMask.put()')
  try {
    const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
    return { look: `${sizes[size].width}-${colorScheme}`, png }
  } finally {
    await page.evaluate('screenshotMask.take()')
  }
}

/** Takes pictures of a page as it stands, at each size in both colour schemes, and leaves it light and at the first size. */
export async function captureEveryWay(page: Page, [first, ...others]: [Size, ...Size[]]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of [first, ...others])
    for (const colorScheme of ['light', 'dark'] as const) pictures.push(await capture(page, size, colorScheme))
  await page.setViewportSize(sizes[first])
  await page.emulateMedia({ colorScheme: 'light' })
  await stands(page)
  return pictures
}
