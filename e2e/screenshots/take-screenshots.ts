import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../browser.ts'
import type { Finding, Look } from '../findings.ts'
import type { Found } from '../opened.ts'
import { openTools } from '../opened-finders.ts'
import { signInAs } from '../person.ts'
import { fixedScreens, type Reader, type Seen, whatIsSeen } from '../screen-list.ts'
import { isShown, type Opening, openingsFor, openPhoneThings } from '../screens.ts'
import { captureEveryWay, type Picture, prepareMask, type Size, sizes } from './capture.ts'
import { hasWord, nameOpened, nameScreens } from './names.ts'

// Run by `npm run screenshots`, which says by the environment what it was asked for.
const { out, words }: { out: string; words: string[] } = JSON.parse(process.env['SCREENSHOTS'] ?? '')

const isWanted = (name: string) => hasWord(name, words)

const readers: Reader[] = ['nobody', 'consumer', 'subscriber', 'affiliate', 'enterprise', 'admin']
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

/** Does something with a page of a reader, in a browser context of its own. */
async function withPage(seen: Seen, reader: Reader, size: Size, work: (page: Page) => Promise<void>) {
  const { page, context } = await open({ viewport: sizes[size], colorScheme: 'light' })
  page.setDefaultTimeout(30_000)
  await prepareMask(page)
  if (reader === 'subscriber') await signInAs(page, seen.subscriber)
  else if (reader !== 'nobody') await signIn(page, reader)
  await work(page)
  await context.close()
}

async function takeScreens(seen: Seen, reader: Reader) {
  const screens = nameScreens(reader, [...fixedScreens[reader], ...(seen.screens[reader] ?? [])])
  const wanted = screens.filter(({ name }) => isWanted(name))
  if (wanted.length === 0) return
  await withPage(seen, reader, 'desk', async (page) => {
    for (const { name, path } of wanted)
      await noteFailure(name, async () => {
        await page.goto(path)
        await isShown(page)
        await save(name, await captureEveryWay(page, onBoth))
      })
  })
}

type Group = { reader: Reader; name: string; sizes: [Size, ...Size[]]; open: Opening }

function groupsOf(seen: Seen): Group[] {
  const ofReaders = Object.entries(openingsFor(url, seen)).flatMap(([reader, openings]) =>
    Object.entries(openings).map(([name, open]) => ({ reader: reader as Reader, name, sizes: onBoth, open })),
  )
  return [
    ...ofReaders,
    { reader: 'consumer', name: 'lead finder tools', sizes: ['desk'], open: openTools },
    { reader: 'consumer', name: 'lead finder menu filters', sizes: ['phone'], open: openPhoneThings },
  ]
}

/** Opens some things and takes pictures of each, which get their names once all are open and closed again. */
async function takeOpened(seen: Seen, { reader, name, sizes: which, open }: Group) {
  const pictures: Picture[][] = []
  const look: Look = async (page): Promise<Finding[]> => {
    pictures.push(await captureEveryWay(page, which))
    return [{ id: 'picture', target: String(pictures.length - 1) }]
  }
  await withPage(seen, reader, which[0], async (page) => {
    const found: Found = await open(page, look)
    for (const [thing, findings] of Object.entries(found)) {
      const at = findings.find(({ id }) => id === 'picture')?.target
      await save(nameOpened(reader, name, thing), pictures[Number(at)] ?? [])
    }
  })
}

/** Does the work on each, two at a time: while a page loads, another is drawn. */
async function twoAtATime<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const queue = [...items]
  const workOff = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }
  await Promise.all([workOff(), workOff()])
}

test('screenshots', async () => {
  await mkdir(out, { recursive: true })
  const seen = await whatIsSeen(url)
  await twoAtATime(readers, (reader) => takeScreens(seen, reader))
  // Afterwards: some of it changes what the screens show.
  const groups = groupsOf(seen).filter(({ reader, name }) => isWanted(nameOpened(reader, name)))
  await twoAtATime(groups, (group) => noteFailure(nameOpened(group.reader, group.name), () => takeOpened(seen, group)))
  console.log(`${taken} pictures in ${out}`)
  expect(taken).toBeGreaterThan(0)
  expect(failures).toEqual([])
})
