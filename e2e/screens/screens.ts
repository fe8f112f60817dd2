import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import {
  checkAccessibility,
  checkBothThemes,
  checkFocus,
  checkOverflow,
  type Finding,
  type PageCheck,
} from '../support/page-checks.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { signInAs } from '../support/test-user.ts'
import { toAdminPath } from './admin-screens.ts'
import { checkAdminScreenOverlays } from './overlays/admin-overlays.ts'
import { checkDesktopFinderOverlays, checkFinderOverlays, checkPhoneFilters } from './overlays/finder-overlays.ts'
import { checkApiKeyOverlays, checkCallReadyOverlays, checkListOverlays } from './overlays/order-overlays.ts'
import {
  checkAccountOverlays,
  checkAdminOverlays,
  checkBillingOverlays,
  checkMenu,
  type FindingsByName,
} from './overlays/overlays.ts'
import { checkWebhookOverlays } from './overlays/webhook-overlays.ts'
import { fixedScreens, getSampleData, type SampleData, type Viewer } from './screen-list.ts'

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
export type Size = keyof typeof sizes

/** Waits until a screen is loaded and idle. */
export async function waitForScreen(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitUntilIdle(page)
}

const checkAccessibilityAndOverflow: PageCheck = async (page) => [
  ...(await checkAccessibility(page)),
  ...(await checkOverflow(page)),
]

/**
 * Other sizes at which a page must not scroll sideways: a desktop zoomed to 200 %, a phone, and the narrowest width of
 * WCAG 1.4.10, a desktop of 1280 pixels zoomed to 400 %.
 */
const reflowSizes = {
  'at 200 %': { width: 720, height: 450 },
  'on a phone': sizes.phone,
  'at 320 pixels': { width: 320, height: 568 },
}

/** Checks a page on a desktop in the light and dark themes, and at other sizes, each for what can only go wrong there. */
const checkAllLayouts: PageCheck = async (page) => {
  const findings = [...(await checkBothThemes(page)), ...(await checkOverflow(page)), ...(await checkFocus(page))]
  for (const [at, size] of Object.entries(reflowSizes)) {
    await page.setViewportSize(size)
    await waitUntilIdle(page)
    findings.push(...(await checkOverflow(page)).map(({ id, target }) => ({ id: `${id} ${at}`, target })))
  }
  await page.setViewportSize(sizes.desktop)
  return findings
}

export type OverlayCheck = (page: Page, check: PageCheck) => Promise<FindingsByName>

/** The overlay checks of each viewer, other than those on a phone only, by the screens they open over. */
export function getOverlayChecks(
  url: string,
  sampleData: SampleData,
): Partial<Record<Viewer, Record<string, OverlayCheck>>> {
  const { subscriber: person, callOrder, webhook, key } = sampleData
  const otherUsers = { person, order: toAdminPath(callOrder), webhook: webhook.detail, key }
  return {
    consumer: {
      account: checkAccountOverlays,
      'lead finder, pipeline, saved searches': (page, check) => checkFinderOverlays(page, url, check),
    },
    subscriber: { 'billing, subscription': checkBillingOverlays },
    enterprise: {
      'campaigns, orders, integration': (page, check) => checkCallReadyOverlays(page, callOrder, check),
      webhooks: (page, check) => checkWebhookOverlays(page, webhook, check),
      'api keys': checkApiKeyOverlays,
    },
    admin: {
      'coupons, plans, credit settings, users': (page, check) => checkAdminOverlays(page, person, check),
      integration: checkListOverlays,
      'users, api keys, webhooks, orders': (page, check) => checkAdminScreenOverlays(page, otherUsers, check),
    },
  }
}

export const checkPhoneOverlays = async (page: Page, check: PageCheck): Promise<FindingsByName> => ({
  ...(await checkMenu(page, check)),
  ...(await checkPhoneFilters(page, check)),
})

/** Opens pages for the viewers of a test file, with sample data. */
function useScreens() {
  const { open, pageErrors, url } = useBrowser()
  let sampleData: SampleData
  beforeAll(async () => {
    sampleData = await getSampleData(url)
  })
  afterAll(() => expect(pageErrors).toEqual([]))

  async function openPageAs(viewer: Viewer, size: Size, colorScheme: 'light' | 'dark' = 'light') {
    const { page, context } = await open({ viewport: sizes[size], colorScheme })
    if (viewer === 'subscriber') await signInAs(page, sampleData.subscriber)
    else if (viewer !== 'nobody') await signIn(page, viewer)
    return { page, context }
  }

  async function checkScreens(page: Page, paths: string[], check: PageCheck) {
    const results: Record<string, Finding[]> = {}
    for (const path of paths) {
      await page.goto(path)
      await waitForScreen(page)
      results[path] = await check(page)
    }
    return results
  }

  async function checkOverlays(page: Page, viewer: Viewer, check: PageCheck, part = wholeList) {
    const results: FindingsByName = {}
    for (const open of getPart(Object.values(getOverlayChecks(url, sampleData)[viewer] ?? {}), part))
      for (const [what, findings] of Object.entries(await open(page, check))) {
        if (results[what]) throw new Error(`${what} opens twice`)
        results[what] = findings
      }
    return results
  }
  const listDetailScreens = (viewer: Viewer) => sampleData.screens[viewer] ?? []
  return { openPageAs, checkScreens, listDetailScreens, checkOverlays }
}

/** One of several parts, from 1 on: a long list is split over several files, so that they run in parallel. */
type TestPart = { part: number; of: number }
const wholeList: TestPart = { part: 1, of: 1 }
const formatPart = ({ part, of }: TestPart) => (of > 1 ? `, ${part} of ${of}` : '')

function getPart<Item>(all: Item[], { part, of }: TestPart): Item[] {
  const size = Math.ceil(all.length / of)
  return all.slice((part - 1) * size, part * size)
}

/** Returns the checks with findings. */
const pickFailing = (results: FindingsByName) =>
  Object.fromEntries(Object.entries(results).filter(([, findings]) => findings.length > 0))

/** Expects several checks, all without findings. */
function expectNoFindings(results: FindingsByName) {
  expect(Object.keys(results).length).toBeGreaterThan(1)
  expect(pickFailing(results)).toEqual({})
}

/**
 * Tests every screen of some viewers: no findings of the accessibility checker in either theme, no horizontal overflow
 * at either size, no console error, no request to another server.
 */
export function testScreens(viewers: Viewer[], part = wholeList) {
  const { openPageAs, checkScreens } = useScreens()

  // A test for each screen: a slow machine takes minutes for all of them.
  describe.each(viewers)('screens of %s', (viewer) => {
    let page: Page
    let context: BrowserContext
    beforeAll(async () => {
      ;({ page, context } = await openPageAs(viewer, 'desktop'))
    })
    afterAll(() => context?.close())

    test.each(getPart(fixedScreens[viewer], part))('%s', async (path) => {
      // A test that failed may have left another size.
      await page.setViewportSize(sizes.desktop)
      expect(pickFailing(await checkScreens(page, [path], checkAllLayouts))).toEqual({})
    })
  })
}

/** Tests their screens of single records, such as an order, in the same way. */
export function testDetailScreens(viewers: Viewer[], part = wholeList) {
  const { openPageAs, checkScreens, listDetailScreens } = useScreens()

  test.each(viewers)(`detail screens of %s${formatPart(part)}`, async (viewer) => {
    const { page, context } = await openPageAs(viewer, 'desktop')
    const paths = getPart(listDetailScreens(viewer), part)
    expect(paths.length).toBeGreaterThan(1)
    expect(pickFailing(await checkScreens(page, paths, checkAllLayouts))).toEqual({})
    await context.close()
  })
}

/** Tests the overlays of some viewers in the same way. */
export function testOverlays(viewers: Viewer[], part = wholeList) {
  const { openPageAs, checkOverlays } = useScreens()

  for (const viewer of viewers)
    test(`overlays of ${viewer}${formatPart(part)}`, async () => {
      const { page, context } = await openPageAs(viewer, 'desktop')
      expectNoFindings(await checkOverlays(page, viewer, checkBothThemes, part))
      await context.close()
    })
}

/** Tests the consumer's finder overlays that exist on a desktop only. */
export function testDesktopOverlays() {
  const { openPageAs } = useScreens()

  test('overlays that exist on a desktop only', async () => {
    const { page, context } = await openPageAs('consumer', 'desktop')
    expectNoFindings(await checkDesktopFinderOverlays(page, checkBothThemes))
    await context.close()
  })
}

/** Tests the overlays that exist on a phone only. */
export function testPhoneOverlays() {
  const { openPageAs } = useScreens()

  test('overlays that exist on a phone only', async () => {
    const { page, context } = await openPageAs('consumer', 'phone')
    expectNoFindings(await checkPhoneOverlays(page, checkBothThemes))
    await context.close()
  })
}

const viewers: Viewer[] = ['nobody', 'consumer', 'subscriber', 'affiliate', 'enterprise', 'admin']

/** Tests everything with the whole checker, and each screen and overlay in all four variants. */
export function testAllVariants() {
  const { openPageAs, checkScreens, listDetailScreens, checkOverlays } = useScreens()

  for (const size of ['desktop', 'phone'] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test.each(viewers)(`screens on a ${size} in ${colorScheme}, of %s`, async (viewer) => {
        const { page, context } = await openPageAs(viewer, size, colorScheme)
        const paths = [...fixedScreens[viewer], ...listDetailScreens(viewer)]
        expect(pickFailing(await checkScreens(page, paths, checkAccessibilityAndOverflow))).toEqual({})
        expect(pickFailing(await checkOverlays(page, viewer, checkAccessibility))).toEqual({})
        if (viewer === 'consumer') {
          const further = size === 'phone' ? checkPhoneOverlays : checkDesktopFinderOverlays
          expect(pickFailing(await further(page, checkAccessibility))).toEqual({})
        }
        await context.close()
      })
}
