import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../browser.ts'
import type { Look } from '../findings.ts'
import { withoutScreen } from '../kept-contexts.ts'
import { openTools } from '../opened-finders.ts'
import { signInAs } from '../person.ts'
import { fixedScreens, type Reader, type Seen, whatIsSeen } from '../screen-list.ts'
import { isShown, type Opening, openingsFor, openPhoneThings, type Size, sizes } from '../screens.ts'
import { putOffRetries } from '../some-webhook.ts'
import { captureEveryWay, type Picture, prepareMask } from './capture.ts'
import { furtherOpenings, furtherScreens } from './further-screens.ts'
import { hasWord, nameOpened, nameScreens } from './names.ts'

// Run by `npm run screenshots`, which says by the environment what it was asked for.
const { out, words }: { out: string; words: string[] } = JSON.parse(process.env['SCREENSHOTS'] ?? '')

// Those with the most screens first.
const readers: Reader[] = ['admin', 'enterprise', 'consumer', 'nobody', 'subscriber', 'affiliate']
const onBoth: [Size, ...Size[]] = ['desk', 'phone']

const { open, url } = useBrowser()
const failures: string[] = []
let taken = 0

async function save(name: string, pictures: Picture[]) {
  for (const { look, png } of pictures) await writeFile(join(out, `${name}-${look}.png`), png)
  taken += pictures.length
}

async function noteFailure(name: string, work: () => Promise<void>) {
  const begun = Date.now()
  await work().catch((error) => failures.push(`${name}: ${error instanceof Error ? error.message : error}`))
  console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

type Readers = Map<Reader, Page>

/** A page of each reader, who sign in one after the other, whatever was asked for: some screens tell who signed in. */
async function openPages(seen: Seen): Promise<Readers> {
  const pages: Readers = new Map()
  for (const reader of readers) {
    const { page } = await open({ viewport: sizes.desk, colorScheme: 'light' })
    page.setDefaultTimeout(30_000)
    await prepareMask(page)
    if (reader === 'subscriber') await signInAs(page, seen.subscriber)
    else if (reader !== 'nobody') await signIn(page, reader)
    pages.set(reader, page)
  }
  return pages
}

/** Has a page forget what earlier screens have noted in the browser, but who is signed in. */
async function forget(page: Page) {
  await page.goto(withoutScreen)
  await page.evaluate(`
    for (const key of Object.keys(localStorage)) if (key !== 'dooryard.session') localStorage.removeItem(key)
    sessionStorage.clear()
  `)
}

const pathsOf = (seen: Seen, reader: Reader) => [
  ...fixedScreens[reader],
  ...(seen.screens[reader] ?? []),
  ...(furtherScreens[reader] ?? []),
]

async function takeScreens(seen: Seen, reader: Reader, page: Page) {
  const screens = nameScreens(reader, pathsOf(seen, reader))
  for (const { name, path } of screens.filter((screen) => hasWord(screen.name, words)))
    await noteFailure(name, async () => {
      await forget(page)
      await page.goto(path)
      await isShown(page)
      await save(name, await captureEveryWay(page, onBoth))
    })
}

type Group = { name: string; sizes: [Size, ...Size[]]; open: Opening }

function groupsOf(seen: Seen, reader: Reader): Group[] {
  const openings = Object.entries({ ...openingsFor(url, seen)[reader], ...furtherOpenings[reader] })
  const onAnySize = openings.map(([name, opening]) => ({ name, sizes: onBoth, open: opening }))
  if (reader !== 'consumer') return onAnySize
  return [
    ...onAnySize,
    { name: 'lead finder tools', sizes: ['desk'], open: openTools },
    { name: 'lead finder menu filters', sizes: ['phone'], open: openPhoneThings },
  ]
}

/** Opens some things and takes pictures of each, which get their names once all have been open. */
async function takeOpened(reader: Reader, page: Page, { name, sizes: which, open: opening }: Group) {
  const pictures: Picture[][] = []
  const look: Look = async () => {
    pictures.push(await captureEveryWay(page, which))
    return [{ id: 'picture', target: String(pictures.length - 1) }]
  }
  await forget(page)
  await page.setViewportSize(sizes[which[0]])
  for (const [thing, findings] of Object.entries(await opening(page, look))) {
    const at = findings.find(({ id }) => id === 'picture')?.target
    await save(nameOpened(reader, name, thing), pictures[Number(at)] ?? [])
  }
}

async function takeAllOpened(seen: Seen, reader: Reader, page: Page) {
  for (const group of groupsOf(seen, reader)) {
    const name = nameOpened(reader, group.name)
    if (hasWord(name, words)) await noteFailure(name, () => takeOpened(reader, page, group))
  }
}

/** Does the work on each page, three at a time: while one waits, another is drawn. */
async function threeAtATime(pages: Readers, work: (reader: Reader, page: Page) => Promise<void>) {
  const queue = [...pages]
  const workOff = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(...next)
  }
  await Promise.all([workOff(), workOff(), workOff()])
}

test('screenshots', async () => {
  await mkdir(out, { recursive: true })
  const seen = await whatIsSeen(url, { isInTurn: true })
  await putOffRetries(url, seen.webhook)
  const pages = await openPages(seen)
  await threeAtATime(pages, (reader, page) => takeScreens(seen, reader, page))
  // Afterwards: some of it changes what the screens show.
  await threeAtATime(pages, (reader, page) => takeAllOpened(seen, reader, page))
  console.log(`${taken} pictures in ${out}`)
  expect(taken).toBeGreaterThan(0)
  expect(failures).toEqual([])
})
