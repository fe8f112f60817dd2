import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkDesktopFinderOverlays } from '../screens/overlays/finder-overlays.ts'
import { deferRetries } from '../screens/sample-webhook.ts'
import { fixedScreens, getSampleData, type SampleData, type Viewer } from '../screens/screen-list.ts'
import {
  checkPhoneOverlays,
  getOverlayChecks,
  type OverlayCheck,
  type Size,
  sizes,
  waitForScreen,
} from '../screens/screens.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { blankPath } from '../support/browser-contexts.ts'
import type { PageCheck } from '../support/page-checks.ts'
import { signInAs } from '../support/test-user.ts'
import { captureVariants, prepareMask, type Screenshot } from './capture.ts'
import { extraOverlayChecks, extraScreens } from './further-screens.ts'
import { hasWord, nameOverlay, nameScreens } from './names.ts'

// Run by `npm run screenshots`, which passes its options in the environment.
const { out, words }: { out: string; words: string[] } = JSON.parse(process.env['SCREENSHOTS'] ?? '')

// Those with the most screens come first.
const viewers: Viewer[] = ['admin', 'enterprise', 'consumer', 'nobody', 'subscriber', 'affiliate']
const bothSizes: [Size, ...Size[]] = ['desktop', 'phone']

const { open, url } = useBrowser()
const failures: string[] = []
let takenCount = 0

async function saveScreenshots(name: string, pictures: Screenshot[]) {
  for (const { variant, png } of pictures) await writeFile(join(out, `${name}-${variant}.png`), png)
  takenCount += pictures.length
}

async function recordFailure(name: string, work: () => Promise<void>) {
  const startedAt = Date.now()
  await work().catch((error) => failures.push(`${name}: ${error instanceof Error ? error.message : error}`))
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

type ViewerPages = Map<Viewer, Page>

/**
 * Opens a page for each viewer, signed in one after the other whatever the options: some screens show who signed in.
 */
async function openPages(sampleData: SampleData): Promise<ViewerPages> {
  const pages: ViewerPages = new Map()
  for (const viewer of viewers) {
    const { page } = await open({ viewport: sizes.desktop, colorScheme: 'light' })
    page.setDefaultTimeout(30_000)
    await prepareMask(page)
    if (viewer === 'subscriber') await signInAs(page, sampleData.subscriber)
    else if (viewer !== 'nobody') await signIn(page, viewer)
    pages.set(viewer, page)
  }
  return pages
}

/** Clears what earlier screens have stored in the browser, except the session. */
async function clearStorage(page: Page) {
  await page.goto(blankPath)
  await page.evaluate(`
    for (const key of Object.keys(localStorage)) if (key !== 'dooryard.session') localStorage.removeItem(key)
    sessionStorage.clear()
  `)
}

const listPaths = (sampleData: SampleData, viewer: Viewer) => [
  ...fixedScreens[viewer],
  ...(sampleData.screens[viewer] ?? []),
  ...(extraScreens[viewer] ?? []),
]

async function takeScreens(sampleData: SampleData, viewer: Viewer, page: Page) {
  const screens = nameScreens(viewer, listPaths(sampleData, viewer))
  for (const { name, path } of screens.filter((screen) => hasWord(screen.name, words)))
    await recordFailure(name, async () => {
      await clearStorage(page)
      await page.goto(path)
      await waitForScreen(page)
      await saveScreenshots(name, await captureVariants(page, bothSizes))
    })
}

type OverlayGroup = { name: string; sizes: [Size, ...Size[]]; open: OverlayCheck }

function listOverlayGroups(sampleData: SampleData, viewer: Viewer): OverlayGroup[] {
  const openings = Object.entries({ ...getOverlayChecks(url, sampleData)[viewer], ...extraOverlayChecks[viewer] })
  const onAnySize = openings.map(([name, opening]) => ({ name, sizes: bothSizes, open: opening }))
  if (viewer !== 'consumer') return onAnySize
  return [
    ...onAnySize,
    { name: 'lead finder tools', sizes: ['desktop'], open: checkDesktopFinderOverlays },
    { name: 'lead finder menu filters', sizes: ['phone'], open: checkPhoneOverlays },
  ]
}

/** Opens some overlays and takes screenshots of each; names are known once all have been open. */
async function takeOverlays(viewer: Viewer, page: Page, { name, sizes: which, open: opening }: OverlayGroup) {
  const pictures: Screenshot[][] = []
  const look: PageCheck = async () => {
    pictures.push(await captureVariants(page, which))
    return [{ id: 'picture', target: String(pictures.length - 1) }]
  }
  await clearStorage(page)
  await page.setViewportSize(sizes[which[0]])
  for (const [thing, findings] of Object.entries(await opening(page, look))) {
    const at = findings.find(({ id }) => id === 'picture')?.target
    await saveScreenshots(nameOverlay(viewer, name, thing), pictures[Number(at)] ?? [])
  }
}

async function takeAllOverlays(sampleData: SampleData, viewer: Viewer, page: Page) {
  for (const group of listOverlayGroups(sampleData, viewer)) {
    const name = nameOverlay(viewer, group.name)
    if (hasWord(name, words)) await recordFailure(name, () => takeOverlays(viewer, page, group))
  }
}

/** Does the work on each page, three at a time: while one waits, another is rendered. */
async function runThreeAtATime(pages: ViewerPages, work: (viewer: Viewer, page: Page) => Promise<void>) {
  const queue = [...pages]
  const workOff = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(...next)
  }
  await Promise.all([workOff(), workOff(), workOff()])
}

test('screenshots', async () => {
  await mkdir(out, { recursive: true })
  const sampleData = await getSampleData(url, { isInTurn: true })
  await deferRetries(url, sampleData.webhook)
  const pages = await openPages(sampleData)
  await runThreeAtATime(pages, (viewer, page) => takeScreens(sampleData, viewer, page))
  // Afterwards: some of it changes what the screens show.
  await runThreeAtATime(pages, (viewer, page) => takeAllOverlays(sampleData, viewer, page))
  console.log(`${takenCount} pictures in ${out}`)
  expect(takenCount).toBeGreaterThan(0)
  expect(failures).toEqual([])
})
