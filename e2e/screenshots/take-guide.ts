import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { buildTwoTables } from '../county-setup/made-up-county.ts'
import { addServerFiles, checkRows, goOn, startCounty, writeImportFiles } from '../county-setup/wizard.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { blankPath } from '../support/browser-contexts.ts'
import { button } from '../support/buyer.ts'
import { waitUntilIdle } from '../support/page-idle.ts'

// Run by `npm run screenshots -- --guide`, which passes its options in the environment.
const { out }: { out: string } = JSON.parse(process.env['SCREENSHOTS'] ?? '')

const { open } = useBrowser()

const properties = 2_480
/** As wide as the guide shows it, and sharp on screens of high density. */
const size = { width: 1180, height: 780 }
const scale = 1.5
const quality = 0.82

/** Encodes a picture in the browser, because a screenshot is a PNG of three times the size. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  await page.goto(blankPath)
  const address = await page.evaluate<string>(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${png.toString('base64')}'
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.width
    canvas.height = picture.height
    canvas.getContext('2d').drawImage(picture, 0, 0)
    return canvas.toDataURL('image/webp', ${quality})
  })()`)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Takes a picture of the content of a step, without the sidebar. */
async function takeStep(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  await waitUntilIdle(page)
  const box = await page.locator('main').boundingBox()
  const x = box?.x ?? 0
  return page.screenshot({ animations: 'disabled', clip: { x, y: 0, width: size.width - x, height: size.height } })
}

/** Goes through the steps, and names a picture of each. */
async function takeSteps(page: Page): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  const take = async (step: string) => pictures.set(step, await takeStep(page))
  await startCounty(page, { typed: 'Niobrara', county: 'Niobrara County, WY', name: 'Niobrara County, assessor' })
  await addServerFiles(page, 'niobrara', ['parcels.csv', 'owners.csv'])
  // All files are read, and their columns are proposed.
  await page.getByRole('button', { name: 'Continue', disabled: false }).waitFor()
  await take('file')
  await goOn(page)
  await page.getByText(/rows have a match/).waitFor()
  await take('tables')
  await goOn(page)
  await page.getByText(/fields matched/).waitFor()
  await page.getByRole('table', { name: 'Values before and after' }).waitFor()
  await take('columns')
  await goOn(page)
  await page.getByText(/of the rows have a property type/).waitFor()
  await take('uses')
  await checkRows(page)
  await take('check')
  await goOn(page)
  await button(page, /^Import [\d,]+ properties$/).click()
  await page.getByRole('heading', { name: 'Keep it fresh' }).waitFor()
  await take('import')
  return pictures
}

test('guide', async () => {
  const { parcels, owners } = buildTwoTables(properties)
  await writeImportFiles({ 'niobrara/parcels.csv': parcels, 'niobrara/owners.csv': owners })
  await mkdir(out, { recursive: true })
  const { page } = await open({ viewport: size, colorScheme: 'light', deviceScaleFactor: scale })
  await signIn(page, 'admin')
  const pictures = await takeSteps(page)
  for (const [step, png] of pictures) {
    const webp = await toWebp(page, png)
    await writeFile(join(out, `load-county-${step}.webp`), webp)
    console.log(`${Math.ceil(webp.length / 1000)} kB  load-county-${step}.webp`)
  }
})
