import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { asAdministrator } from './everybodys.ts'
import { type Finding, findings, findingsInBothThemes, type Look, overflow } from './findings.ts'
import { type Found, openAdminThings, openMenu, openMoneyThings, openThings } from './opened.ts'
import { openEverybodys } from './opened-everybodys.ts'
import { openFilters, openFinders, openTools } from './opened-finders.ts'
import { openCallThings, openKeyThings, openListThings } from './opened-orders.ts'
import { openWebhookThings } from './opened-webhooks.ts'
import { signInAs } from './person.ts'
import { fixedScreens, type Reader, type Seen, whatIsSeen } from './screen-list.ts'
import { stands } from './still.ts'

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
export type Size = keyof typeof sizes

/** Waits until a screen is there and stands. */
export async function isShown(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await stands(page)
}

const findingsAndOverflow: Look = async (page) => [...(await findings(page)), ...(await overflow(page))]

/** A page that is light and on a desk, then dark, then on a phone, where each has something that is its own to go wrong. */
const everyWay: Look = async (page) => {
  const onDesk = [...(await findingsInBothThemes(page)), ...(await overflow(page))]
  await page.setViewportSize(sizes.phone)
  await stands(page)
  const onPhone = (await overflow(page)).map(({ id, target }) => ({ id: `${id} on a phone`, target }))
  await page.setViewportSize(sizes.desk)
  return [...onDesk, ...onPhone]
}

export type Opening = (page: Page, check: Look) => Promise<Found>

/** What opens over the screens of each reader, other than on a phone alone, by the screens that it opens over. */
export function openingsFor(url: string, seen: Seen): Partial<Record<Reader, Record<string, Opening>>> {
  const { subscriber: person, callOrder, webhook, key } = seen
  const everybodys = { person, order: asAdministrator(callOrder), webhook: webhook.detail, key }
  return {
    consumer: {
      account: openThings,
      'lead finder, pipeline, saved searches': (page, check) => openFinders(page, url, check),
    },
    subscriber: { 'billing, subscription': openMoneyThings },
    enterprise: {
      'campaigns, orders, integration': (page, check) => openCallThings(page, callOrder, check),
      webhooks: (page, check) => openWebhookThings(page, webhook, check),
      'api keys': openKeyThings,
    },
    admin: {
      'coupons, plans, credit settings, users': (page, check) => openAdminThings(page, person, check),
      integration: openListThings,
      'users, api keys, webhooks, orders': (page, check) => openEverybodys(page, everybodys, check),
    },
  }
}

export const openPhoneThings = async (page: Page, check: Look): Promise<Found> => ({
  ...(await openMenu(page, check)),
  ...(await openFilters(page, check)),
})

/** Pages of the readers of a test file, and what there is for them to look at. */
function useScreens() {
  const { open, troubles, url } = useBrowser()
  let seen: Seen
  beforeAll(async () => {
    seen = await whatIsSeen(url)
  })
  afterAll(() => expect(troubles).toEqual([]))

  async function pageOf(reader: Reader, size: Size, colorScheme: 'light' | 'dark' = 'light') {
    const { page, context } = await open({ viewport: sizes[size], colorScheme })
    if (reader === 'subscriber') await signInAs(page, seen.subscriber)
    else if (reader !== 'nobody') await signIn(page, reader)
    return { page, context }
  }

  async function walk(page: Page, paths: string[], check: Look) {
    const found: Record<string, Finding[]> = {}
    for (const path of paths) {
      await page.goto(path)
      await isShown(page)
      found[path] = await check(page)
    }
    return found
  }

  async function openAll(page: Page, reader: Reader, check: Look, part = whole) {
    const found: Found = {}
    for (const open of partOf(Object.values(openingsFor(url, seen)[reader] ?? {}), part))
      for (const [what, findings] of Object.entries(await open(page, check))) {
        if (found[what]) throw new Error(`${what} opens twice`)
        found[what] = findings
      }
    return found
  }
  const screensOfOneThing = (reader: Reader) => seen.screens[reader] ?? []
  return { pageOf, walk, screensOfOneThing, openAll }
}

/** One of some parts, from 1 on: what is long is looked at in several files, so that they run side by side. */
type Part = { part: number; of: number }
const whole: Part = { part: 1, of: 1 }
const named = ({ part, of }: Part) => (of > 1 ? `, ${part} of ${of}` : '')

function partOf<Item>(all: Item[], { part, of }: Part): Item[] {
  const size = Math.ceil(all.length / of)
  return all.slice((part - 1) * size, part * size)
}

/** Of what was looked at, that of which there is something to say. */
const faulty = (found: Found) => Object.fromEntries(Object.entries(found).filter(([, findings]) => findings.length > 0))

/** That something was looked at, and that there is nothing to say of it. */
function isSound(found: Found) {
  expect(Object.keys(found).length).toBeGreaterThan(1)
  expect(faulty(found)).toEqual({})
}

/**
 * Tests that look at every screen of some readers: nothing for the accessibility checker to say in either theme, no
 * sideways scrolling at either size, no error on the console, no request to another server.
 */
export function testScreensOf(readers: Reader[], part = whole) {
  const { pageOf, walk } = useScreens()

  for (const reader of readers)
    test(`screens of ${reader}${named(part)}`, async () => {
      const paths = partOf(fixedScreens[reader], part)
      const { page, context } = await pageOf(reader, 'desk')
      expect(faulty(await walk(page, paths, everyWay))).toEqual({})
      await context.close()
    })
}

/** The same of their screens of one thing, such as an order. */
export function testScreensOfOneThing(readers: Reader[], part = whole) {
  const { pageOf, walk, screensOfOneThing } = useScreens()

  test.each(readers)(`screens of one thing of %s${named(part)}`, async (reader) => {
    const { page, context } = await pageOf(reader, 'desk')
    const paths = partOf(screensOfOneThing(reader), part)
    expect(paths.length).toBeGreaterThan(1)
    expect(faulty(await walk(page, paths, everyWay))).toEqual({})
    await context.close()
  })
}

/** The same of what opens over the screens of some readers. */
export function testOpenedOf(readers: Reader[], part = whole) {
  const { pageOf, openAll } = useScreens()

  for (const reader of readers)
    test(`what opens over the screens of ${reader}${named(part)}`, async () => {
      const { page, context } = await pageOf(reader, 'desk')
      isSound(await openAll(page, reader, findingsInBothThemes, part))
      await context.close()
    })
}

/** The same of what opens over the finders of a consumer on a desk alone. */
export function testTools() {
  const { pageOf } = useScreens()

  test('what opens on a desk alone', async () => {
    const { page, context } = await pageOf('consumer', 'desk')
    isSound(await openTools(page, findingsInBothThemes))
    await context.close()
  })
}

/** Tests what opens over the screens on a phone alone. */
export function testPhoneThings() {
  const { pageOf } = useScreens()

  test('what opens on a phone alone', async () => {
    const { page, context } = await pageOf('consumer', 'phone')
    isSound(await openPhoneThings(page, findingsInBothThemes))
    await context.close()
  })
}

const readers: Reader[] = ['nobody', 'consumer', 'subscriber', 'affiliate', 'enterprise', 'admin']

/** Tests that look at everything with the whole checker, and at each screen and what opens over it in all four ways. */
export function testEveryWay() {
  const { pageOf, walk, screensOfOneThing, openAll } = useScreens()

  for (const size of ['desk', 'phone'] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test.each(readers)(`screens on a ${size} in ${colorScheme}, of %s`, async (reader) => {
        const { page, context } = await pageOf(reader, size, colorScheme)
        const paths = [...fixedScreens[reader], ...screensOfOneThing(reader)]
        expect(faulty(await walk(page, paths, findingsAndOverflow))).toEqual({})
        expect(faulty(await openAll(page, reader, findings))).toEqual({})
        if (reader === 'consumer') {
          const further = size === 'phone' ? openPhoneThings : openTools
          expect(faulty(await further(page, findings))).toEqual({})
        }
        await context.close()
      })
}
