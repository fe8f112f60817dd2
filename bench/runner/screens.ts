import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { startPortal } from '../../e2e/support/portal-process.ts'
import { summarizeTimes, type Timing } from './measure.ts'

/** What a user of the lead finder waits for, with browser and server on the same machine. */
export type ScreenTimings = {
  /** Milliseconds from the last keystroke to the exact count on the screen; in a state, and in the whole country. */
  counts: { place: string; timing: Timing; zeros: number }[]
  /** While 10,000 rows are scrolled through. */
  scrolling: { perSecond: number; longestPause: number; rows: number }
  /** The longest task of the main thread while the map is dragged, in milliseconds. */
  panning: number
}

export type Credentials = { email: string; password: string }

const rowsScrolled = 10_000
/** A fast fling through a list: fifty screens a second. */
const rowsPerSecond = 1_000
const rowHeight = 44

/**
 * How the browser renders without a graphics card, as on most servers: `pages` without one, Chromium's default; `map`
 * with an emulated one. The first reads a map's pixels back for each frame, which no browser with a graphics card
 * does, so panning is measured with the second; that one renders pages so slowly that nothing else is measured with
 * it.
 */
const painting = {
  pages: ['--enable-unsafe-swiftshader'],
  map: ['--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader'],
}

/** Opens a portal on a folder of properties and its lead finder in a browser, and measures what the user sees. */
export async function measureScreens(
  folder: string,
  { email, password }: Credentials,
  { rounds, onProgress }: { rounds: number; onProgress: (what: string) => void },
): Promise<ScreenTimings> {
  // Ten thousand rows are scrolled before the map is opened: as many as the daily limit allows.
  const portal = await startPortal(folder, { DEMO: 'off' })
  const inBrowser = async <T>(paints: keyof typeof painting, visit: (page: Page) => Promise<T>) => {
    const args = ['--no-sandbox', '--no-first-run', ...painting[paints]]
    const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args })
    try {
      const page = await browser.newPage({ baseURL: portal.url, viewport: { width: 1440, height: 900 } })
      await page.addInitScript({ path: join(import.meta.dirname, 'screen-probes.mjs') })
      await signIn(page, { email, password })
      return await visit(page)
    } finally {
      await browser.close()
    }
  }
  try {
    onProgress('counts while typing')
    const counts = await inBrowser('pages', async (page) => [
      await countWhileTyping(page, 'a state', { location: { states: ['TN'] } }, rounds),
      await countWhileTyping(page, 'the whole country', {}, rounds),
    ])
    onProgress('scrolling')
    const scrolling = await inBrowser('pages', scrollRows)
    onProgress('panning')
    const panning = await inBrowser('map', panMap)
    return { counts, scrolling, panning }
  } finally {
    await portal.kill('SIGTERM')
  }
}

async function signIn(page: Page, { email, password }: Credentials) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname.startsWith('/portal'))
}

async function openLeadFinder(page: Page, criteria: object, view: 'both' | 'table' | 'map' = 'both') {
  const search = new URLSearchParams({ criteria: JSON.stringify(criteria), view })
  await page.goto(`/portal/lead-finder?${search}`)
  await page.getByRole('row').nth(1).waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
}

/** Records what an element shows, in the page. */
const watchText = (element: unknown) =>
  (globalThis as unknown as { probes: { watchText: (element: unknown) => void } }).probes.watchText(element)

/** Types different years into a field, like a user who tries filters. */
async function countWhileTyping(page: Page, place: string, criteria: object, rounds: number) {
  await openLeadFinder(page, criteria)
  const box = page.getByRole('textbox', { name: 'Year built, at least' })
  await box.fill('1800')
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-live=polite]', { hasText: /match/ }).evaluate(watchText)
  for (let round = 0; round < rounds; round++) {
    await box.press('Control+a')
    await box.pressSequentially(String(1900 + round), { delay: 60 })
    // All other requests of the screen have to end first, or they would delay the next turn.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(700)
  }
  const shown: string[] = await page.evaluate('probes.shownTexts()')
  const times: number[] = await page.evaluate('probes.countTimes()')
  const zeros = shown.filter((text) => /^0\b/.test(text.trim())).length
  return { place, timing: summarizeTimes(times), zeros }
}

async function scrollRows(page: Page) {
  await openLeadFinder(page, { location: { states: ['TN'] } }, 'table')
  const rows = page.getByRole('row').nth(1)
  await rows.hover()
  const step = (rowsPerSecond * rowHeight) / 60
  const steps = (rowsScrolled * rowHeight) / step
  await page.evaluate('probes.watchFrames()')
  for (let at = 0; at < steps; at++) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(16)
  }
  const frames: number[] = await page.evaluate('probes.framesSeen()')
  const pauses = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const took = pauses.reduce((sum, pause) => sum + pause, 0)
  return { perSecond: (pauses.length / took) * 1000, longestPause: Math.max(...pauses), rows: rowsScrolled }
}

async function panMap(page: Page) {
  await openLeadFinder(page, { location: { states: ['TN'] } }, 'both')
  const map = page.getByRole('region', { name: 'Map' })
  const box = await map.boundingBox()
  if (!box) throw new Error('There is no map.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.evaluate('probes.longTasks()')
  for (let turn = 0; turn < 10; turn++) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let at = 1; at <= 20; at++) await page.mouse.move(x + at * 8 * (turn % 2 ? -1 : 1), y + at * 3)
    await page.mouse.up()
    await page.waitForTimeout(500)
  }
  const tasks: number[] = await page.evaluate('probes.longTasks()')
  return Math.max(0, ...tasks)
}

const targets = { countMedian: 150, countP95: 400, framesPerSecond: 50, longestTask: 50 }

/** The missed screen targets, as sentences; empty when all are met. */
export function listMissedScreenTargets({ counts, scrolling, panning }: ScreenTimings): string[] {
  const said = counts.flatMap(({ place, timing: { median, p95 }, zeros }) => [
    ...(median > targets.countMedian
      ? [`A count of ${place} shows after ${median.toFixed(0)} ms, not within ${targets.countMedian}.`]
      : []),
    ...(p95 > targets.countP95
      ? [`One count of ${place} in twenty shows after ${p95.toFixed(0)} ms, not within ${targets.countP95}.`]
      : []),
    ...(zeros > 0 ? [`The count of ${place} flashed to zero ${zeros} times.`] : []),
  ])
  if (scrolling.perSecond < targets.framesPerSecond)
    said.push(`Scrolling shows ${scrolling.perSecond.toFixed(0)} frames a second, not ${targets.framesPerSecond}.`)
  if (panning > targets.longestTask) said.push(`Panning the map blocks the page for ${panning.toFixed(0)} ms.`)
  return said
}

/** A Markdown table in the format of docs/benchmarks.md. */
export const formatScreens = ({ counts, scrolling, panning }: ScreenTimings) =>
  [
    '| lead finder in a browser | |',
    '|---|---|',
    ...counts.map(
      ({ place, timing }) =>
        `| last keystroke to the new count, ${place}: median / 95th percentile | ${timing.median.toFixed(0)} / ${timing.p95.toFixed(0)} ms |`,
    ),
    `| frames a second while scrolling through ${scrolling.rows.toLocaleString('en-US')} rows; longest pause | ${scrolling.perSecond.toFixed(0)}; ${scrolling.longestPause.toFixed(0)} ms |`,
    `| longest task while panning the map | ${panning === 0 ? 'under 50 ms' : `${panning.toFixed(0)} ms`} |`,
  ].join('\n')
