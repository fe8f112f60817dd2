import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@dooryard/contract/api/roles'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
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
import { demoAccount, getToken } from '../support/funded-user.ts'
import type { PageCheck } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, signInAs } from '../support/test-user.ts'
import { captureVariants, prepareMask, type Screenshot } from './capture.ts'
import { emptyScreens, extraOverlayChecks, extraScreens } from './further-screens.ts'
import { buildGallery } from './gallery.ts'
import { type DataState, hasWord, nameOverlay, nameScreens } from './names.ts'

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

async function openPage(): Promise<Page> {
  const { page } = await open({ viewport: sizes.desktop, colorScheme: 'light' })
  page.setDefaultTimeout(30_000)
  await prepareMask(page)
  return page
}

/**
 * Opens a page for each viewer, signed in one after the other whatever the options: some screens show who signed in.
 */
async function openPages(sampleData: SampleData): Promise<ViewerPages> {
  const pages: ViewerPages = new Map()
  for (const viewer of viewers) {
    const page = await openPage()
    if (viewer === 'subscriber') await signInAs(page, sampleData.subscriber)
    else if (viewer !== 'nobody') await signIn(page, viewer)
    pages.set(viewer, page)
  }
  return pages
}

/** Opens a page for a new account of each role; the administrator is the one there is. */
async function openEmptyPages(): Promise<ViewerPages> {
  const pages: ViewerPages = new Map()
  for (const viewer of viewers.filter((one) => emptyScreens[one])) {
    const page = await openPage()
    if (viewer === 'admin') await signIn(page, viewer)
    else await signInAs(page, await createAccount(viewer))
    pages.set(viewer, page)
  }
  return pages
}

const newRoles: Partial<Record<Viewer, Role>> = { enterprise: 'ENTERPRISE_USER', affiliate: 'AFFILIATE_USER' }

/** Creates an account without data, whose email is the same in each run. */
async function createAccount(viewer: Viewer): Promise<string> {
  const email = await createTestUser(url, `new-${viewer}@example.com`)
  const role = newRoles[viewer]
  if (role) {
    const token = await getToken(url, demoAccount('admin'))
    const { items } = await call(url, token, adminUsers.list, { query: { search: email } })
    const id = items[0]?.id ?? ''
    await call(url, token, adminUsers.change, { params: { id }, body: { role, reason: 'To look at without data' } })
  }
  return email
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

async function takeScreens(viewer: Viewer, page: Page, paths: string[], state?: DataState) {
  const screens = nameScreens(viewer, paths, state)
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
  await runThreeAtATime(pages, (viewer, page) => takeScreens(viewer, page, listPaths(sampleData, viewer)))
  await runThreeAtATime(await openEmptyPages(), (viewer, page) =>
    takeScreens(viewer, page, emptyScreens[viewer] ?? [], 'empty'),
  )
  // Afterwards: some of it changes what the screens show.
  await runThreeAtATime(pages, (viewer, page) => takeAllOverlays(sampleData, viewer, page))
  await writeFile(join(out, 'index.html'), buildGallery(await readdir(out)))
  console.log(`${takenCount} pictures in ${out}; look through them in ${join(out, 'index.html')}`)
  expect(takenCount).toBeGreaterThan(0)
  expect(failures).toEqual([])
})
