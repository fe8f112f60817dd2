import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { dayMs } from '@dooryard/contract/api/time'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Services } from '../../../platform/context.ts'
import { buildZip } from '../../../platform/files/content/zip.fixture.ts'
import { createLog } from '../../../platform/log.ts'
import { newId } from '../../../platform/util/ids.ts'
import { createMovableClock } from '../../../test/clock.ts'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { testDatabase, waitForLockContention } from '../../../test/stores/database.ts'
import { purgeUnusedLoads } from '../dnc.jobs.ts'
import { getDncCoverage } from '../lists/coverage.ts'
import { activateVersions, deleteListVersion, insertLoad } from '../lists/list-versions.queries.ts'
import { listStoredLoads } from '../lists/numbers.queries.ts'
import { scrubNumbers } from '../scrub/scrub-numbers.ts'
import { createScrubPlan } from '../scrub/scrub-plan.ts'
import { generatedSan } from './generated-san.ts'
import { importDncFile } from './import-numbers.ts'
import type { ListFacts } from './list-rules.ts'

type ImportDeps = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>

const [database, store] = await Promise.all([testDatabase(), testClickHouse()])
const folder = await mkdtemp(join(tmpdir(), 'dooryard-dnc-'))
const clock = createMovableClock()
// The tests advance the clock by some hours. Starting at midnight, they stay within one day.
clock.advance(dayMs - (Date.now() % dayMs))
const services: ImportDeps = { db: database.app.db, clickhouse: store.clickhouse, clock, log: createLog('silent') }
afterAll(async () => {
  await Promise.all([database.close(), store.close()])
  await rm(folder, { recursive: true, force: true })
})

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
const national: ListFacts = { list: 'NATIONAL', kind: 'FULL', san: '10000-0000001', accessedOn: daysAgo(3) }
const changes = { ...national, kind: 'CHANGE', accessedOn: daysAgo(1) } as const

beforeEach(async () => {
  await database.db.deleteFrom('dncListVersions').execute()
  await database.db.deleteFrom('dncBatches').execute()
  await purgeUnusedLoads(services)
})

async function importText(content: string | Buffer, facts: Partial<ListFacts> = {}, using: ImportDeps = services) {
  const path = join(folder, `list-${newId()}.txt`)
  await writeFile(path, content)
  return importDncFile(using, { ownerId: null, facts: { ...national, ...facts }, path })
}

/** Scrubs numbers against the current lists. */
async function checkNumbers(...numbers: string[]) {
  const plan = await createScrubPlan(services.db, { userId: null, at: clock.now() })
  const results = await scrubNumbers(services, plan, numbers)
  return numbers.map((number) => results.get(number))
}

const listCoverage = async () => (await getDncCoverage(services, null)).copies
const listStoredNumbers = async () => (await listNumberRows()).map(({ number }) => number)
const listNumberRows = () =>
  store.clickhouse.rows<{ number: string }>('select number from dnc_numbers order by number, load')

const one = '6155550142'
const other = '6155550143'

test.each([
  ['an area code and a number', `615,5550142\n615,5550143\n`],
  ['ten digits', `${one}\n${other}`],
  [
    'quotes, blanks, CR LF, a mark of its encoding and a header',
    `\uFEFFarea,phone\r\n"615" , "5550142"\r\n\r\n 615,5550143 \r\n`,
  ],
  ['old line ends', `${one}\r${other}\r`],
  ['gz', gzipSync(`${one}\n${other}\n`)],
  ['zip', buildZip({ '615.txt': `${one}\n${other}\n` }, { isDeflated: true })],
])('a list in the format of %s is loaded', async (_, content) => {
  expect(await importText(content)).toMatchObject({ rowsRead: 2, rowsTaken: 2, rowsRejected: 0, rejected: [] })
  expect(await checkNumbers(one, other, '6155550144')).toEqual(['NATIONAL_DNC', 'NATIONAL_DNC', 'CLEAN'])
  expect(await listCoverage()).toMatchObject([
    { areaCode: '615', state: 'TN', numbers: 2, owner: 'PLATFORM', isUsed: true },
  ])
})

test('one file creates a version for each of its area codes, and a later file replaces those it contains', async () => {
  await importText('615,5550142\n629,5550142\n212,5550142\n')
  await importText('629,5550199\n212,5550142\n212,5550143\n', { accessedOn: daysAgo(2) })
  expect(await checkNumbers('6155550142', '6295550142', '6295550199', '2125550142')).toEqual([
    'NATIONAL_DNC',
    'CLEAN',
    'NATIONAL_DNC',
    'NATIONAL_DNC',
  ])
  expect((await listCoverage()).map(({ areaCode, numbers, accessedOn }) => [areaCode, numbers, accessedOn])).toEqual([
    ['212', 2, daysAgo(2)],
    ['615', 1, national.accessedOn],
    ['629', 1, daysAgo(2)],
  ])
})

test('a repeated number counts once, and importing the same file twice changes nothing', async () => {
  const content = `${one}\n${other}\n${one}\n615,5550142\n`
  expect(await importText(content)).toMatchObject({ rowsRead: 4, rowsTaken: 4 })
  const [before] = await listCoverage()
  await importText(content)
  const [after] = await listCoverage()
  expect(after).toEqual({ ...before, importedAt: after?.importedAt })
  expect(after).toMatchObject({ numbers: 2 })
  expect(await checkNumbers(one, other)).toEqual(['NATIONAL_DNC', 'NATIONAL_DNC'])
})

test('invalid lines are counted, and the first twenty are listed', async () => {
  const good = Array.from({ length: 60 }, (_, at) => `61555501${String(at).padStart(2, '0')}`)
  const lines = [...good, ...Array.from({ length: 30 }, () => 'nonsense'), '']
  const result = await importText(lines.join('\n'), { list: 'INTERNAL' })
  expect(result).toMatchObject({ rowsRead: 90, rowsTaken: 60, rowsRejected: 30 })
  expect(result.rejected).toHaveLength(20)
  expect(result.rejected[0]).toEqual({ line: 61, reason: 'It has no number of ten digits.' })
})

test.each([
  ['XML', '<?xml version="1.0"?><list><ph val="5550142"/></list>', /download it as flat text/],
  ['no number', 'hello\nworld\n', /not a single number/],
  ['mostly no numbers', `${one}\nbad\nworse\nworst\n`, /Of 4 lines, 3 are no number.*615,5550142 or 6155550142/],
  [
    'more than one line in a hundred that is no number',
    [...Array(98).fill(one), 'bad', 'worse', ''].join('\n'),
    /Of 100 lines, 2 are/,
  ],
  [
    'a last line that was cut off',
    [...Array(200).fill(one), '615,555'].join('\n'),
    /last line of this file is incomplete/,
  ],
  [
    'half of a gz',
    gzipSync(randomBytes(20_000).toString('hex')).subarray(0, 9_000),
    /ends in the middle of its compressed data/,
  ],
  ['no lines', 'x'.repeat(200_000), /has no lines of text/],
  ['a change list in place of a full one', `615,5550142,A\n`, /this is a change list/],
])('a file with %s is rejected, and existing versions stay', async (_, content, why) => {
  await importText(`${one}\n`)
  await expect(importText(content)).rejects.toThrow(why)
  expect(await checkNumbers(one, other)).toEqual(['NATIONAL_DNC', 'CLEAN'])
  expect(await listStoredNumbers()).toEqual([one])
})

test('a full list uploaded as a change list is rejected', async () => {
  await importText(`${one}\n`)
  await expect(importText(`${one}\n${other}\n`, changes)).rejects.toThrow(/Add or Delete follows/)
})

test('the properties of a list are validated', async () => {
  const { san: _, ...without } = national
  const path = join(folder, 'without-san.txt')
  await writeFile(path, `${one}\n`)
  await expect(importDncFile(services, { ownerId: null, facts: without, path })).rejects.toThrow(
    'subscription account number',
  )
  await expect(importText(`${one}\n`, { accessedOn: daysAgo(-2) })).rejects.toThrow('is in the future')
  await expect(importText(`${one}\n`, { accessedOn: '0000-01-01' })).rejects.toThrow('before the registry existed')
  await expect(importText(`${one}\n`, { list: 'STATE' })).rejects.toThrow('Enter the state of this list')
  await expect(importText(`${one}\n`, { list: 'STATE', state: 'XX' })).rejects.toThrow('Enter the state of this list')
})

test('a list older than 31 days is imported and reported as outdated; one of 31 days is current', async () => {
  const { message } = await importText(`${one}\n`, { accessedOn: daysAgo(32) })
  expect(message).toContain('out of date')
  expect(await getDncCoverage(services, null)).toMatchObject({ areaCodes: 0, stale: 1 })
  expect(await checkNumbers(one)).toEqual(['NOT_SCRUBBED'])
  expect((await importText(`${one}\n`, { accessedOn: daysAgo(31) })).message).not.toContain('out of date')
  expect(await getDncCoverage(services, null)).toMatchObject({ areaCodes: 1, expiring: 1, stale: 0 })
})

test('a list older than the version of an area code keeps that version, and is rejected if it brings nothing else', async () => {
  await importText('615,5550142\n', { accessedOn: daysAgo(1) })
  await expect(importText('615,5550143\n')).rejects.toThrow(/copy of area code 615 .* after this list: it stays/)
  const result = await importText('615,5550143\n629,5550143\n')
  expect(result).toMatchObject({ rowsRead: 2, rowsTaken: 1, rowsRejected: 1 })
  expect(result.message).toContain('area code 615')
  expect(await checkNumbers('6155550142', '6155550143', '6295550143')).toEqual([
    'NATIONAL_DNC',
    'CLEAN',
    'NATIONAL_DNC',
  ])
})

test('a change list adds and removes numbers, and its version names both files and the later date', async () => {
  await importText('615,5550142\n615,5550143\n629,5550142\n')
  const content =
    '615,5550142,2026-11-01,D\n615,2026-11-01,5550150,A\n615,5550151,Add\n615,5550143,A\n615,5550151,Delete\n'
  const result = await importText(content + '615,5550143,A\n'.repeat(95), changes)
  expect(result).toMatchObject({ rowsRead: 100, rowsTaken: 99, rowsRejected: 1 })
  expect(await checkNumbers('6155550142', '6155550143', '6155550151', '6295550142')).toEqual([
    'CLEAN',
    'NATIONAL_DNC',
    'CLEAN',
    'NATIONAL_DNC',
  ])
  const shas = await services.db
    .selectFrom('dncListVersions')
    .select(['scope', 'sha256', 'accessedOn'])
    .orderBy('scope')
    .execute()
  expect(shas.map(({ scope, sha256, accessedOn }) => [scope, sha256.length, accessedOn])).toEqual([
    ['615', 2, changes.accessedOn],
    ['629', 1, national.accessedOn],
  ])
})

test('a change list imported twice has the same effect as once, and reports an area code without a version', async () => {
  await importText('615,5550142\n')
  const content = '615,5550143,A\n907,5550143,A\n'
  const once = await importText(content, changes)
  expect(once).toMatchObject({ rowsTaken: 1, rowsRejected: 1 })
  expect(once.message).toContain('There is no copy of area code 907 to change')
  const [before] = await listCoverage()
  await importText(content, changes)
  const [after, ...others] = await listCoverage()
  expect(others).toEqual([])
  expect(after).toEqual({ ...before, importedAt: after?.importedAt })
  expect(await services.db.selectFrom('dncListVersions').select('sha256').executeTakeFirstOrThrow()).toMatchObject({
    sha256: { length: 2 },
  })
  await expect(importText('907,5550143,A\n', changes)).rejects.toThrow('There is no copy of area code 907')
})

test('an area code whose last number is removed is still covered, and its numbers are clean', async () => {
  await importText('615,5550142\n')
  await importText('615,5550142,D\n', changes)
  expect(await checkNumbers(one)).toEqual(['CLEAN'])
  expect(await listCoverage()).toMatchObject([{ areaCode: '615', numbers: 0 }])
})

test('state, internal and litigator lists have one version: a full list replaces it, a change list adds to it', async () => {
  await importText('615,5550100\n')
  await importText('615,5550142\n629,5550142\n', { list: 'STATE', state: 'TN' })
  await importText('404,5550142\n', { list: 'STATE', state: 'GA' })
  await importText('615,5550143\n', { list: 'LITIGATOR' })
  await importText('615,5550144,A\n', { list: 'INTERNAL', kind: 'CHANGE' })
  expect(await checkNumbers('6155550142', '4045550142', '6155550143', '6155550144')).toEqual([
    'STATE_DNC',
    'STATE_DNC',
    'LITIGATOR',
    'INTERNAL_DNC',
  ])
  await importText('615,5550150\n', { list: 'STATE', state: 'TN' })
  await importText('615,5550151,A\n615,5550150,D\n', { list: 'STATE', state: 'TN', kind: 'CHANGE' })
  expect(await checkNumbers('6155550142', '6155550150', '6155550151', '4045550142')).toEqual([
    'CLEAN',
    'CLEAN',
    'STATE_DNC',
    'STATE_DNC',
  ])
  await expect(importText('615,5550151,A\n', { list: 'STATE', state: 'AL', kind: 'CHANGE' })).rejects.toThrow(
    'There is no copy of the list of AL',
  )
})

/** The given number of lines with numbers of an area code. */
const buildLines = (areaCode: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${areaCode},${5_550_000 + at}\n`).join('')

test('a stray line of an area code keeps its version, and creates none where there was none', async () => {
  await importText(buildLines('629', 1_500))
  const result = await importText(`${buildLines('615', 2_000)}629,5550199\n907,5550199\n`, { accessedOn: daysAgo(2) })
  expect(result).toMatchObject({ rowsRead: 2_002, rowsTaken: 2_000, rowsRejected: 2 })
  expect(result.message).toContain('The file has 1 number for area code 629, and the copy that is there has 1,500')
  expect(result.message).toContain('The file has 1 number for area code 907 among 2,002: too few to replace its list')
  expect(await checkNumbers('6295551400', '6155550100', '9075550100')).toEqual([
    'NATIONAL_DNC',
    'NATIONAL_DNC',
    'NOT_SCRUBBED',
  ])
  expect((await listCoverage()).map(({ areaCode, numbers, accessedOn }) => [areaCode, numbers, accessedOn])).toEqual([
    ['615', 2_000, daysAgo(2)],
    ['629', 1_500, national.accessedOn],
  ])
})

test('a full list missing more than a tenth of its numbers is rejected, and accepted once the version is removed', async () => {
  await importText(buildLines('615', 2_000))
  await expect(importText(buildLines('615', 1_799))).rejects.toThrow(
    'The file has 1,799 numbers for area code 615, and the copy that is there has 2,000: the copy stays.',
  )
  expect(await checkNumbers('6155551999')).toEqual(['NATIONAL_DNC'])
  expect(await importText(buildLines('615', 1_800))).toMatchObject({ rowsTaken: 1_800 })
  await deleteListVersion(services.db, { ownerId: null, list: 'NATIONAL' }, '615', clock.now())
  expect(await importText(buildLines('615', 1_200))).toMatchObject({ rowsTaken: 1_200 })
  await importText(buildLines('615', 2_000), { list: 'STATE', state: 'TN' })
  await expect(importText(buildLines('615', 900), { list: 'STATE', state: 'TN' })).rejects.toThrow('for the list of TN')
})

test('a change list of another account, or for a generated version, is rejected', async () => {
  await importText(`${one}\n`)
  const content = `${other},A\n`
  await expect(importText(content, { ...changes, san: '20000-0000002' })).rejects.toThrow(
    'fetched under 10000-0000001, and this change list under 20000-0000002',
  )
  expect(await importText(content, { ...changes, san: '100000000001' })).toMatchObject({ rowsTaken: 1 })
  await services.db.updateTable('dncListVersions').set({ san: generatedSan }).execute()
  await expect(importText(content, changes)).rejects.toThrow('The copy of area code 615 that is there is made up')
})

test('a full list uploaded before but imported after a change list of the same day keeps its result', async () => {
  await importText(`${one}\n`)
  const uploadedAt = new Date(clock.now())
  clock.advance(1_000)
  await importText(`${other},A\n`, changes)
  const path = join(folder, 'late.txt')
  await writeFile(path, `${one}\n`)
  const late = { ownerId: null, facts: { ...national, accessedOn: changes.accessedOn }, path, uploadedAt }
  await expect(importDncFile(services, late)).rejects.toThrow('uploaded after this one is imported already')
  expect(await checkNumbers(other)).toEqual(['NATIONAL_DNC'])
})

test('a full internal list removes no numbers, and reports how many it kept', async () => {
  await importText('212,5550142\n')
  await importText('212,5550150,A\n212,5550151,A\n', { list: 'INTERNAL', kind: 'CHANGE', accessedOn: daysAgo(0) })
  const result = await importText('212,5550151\n212,5550152\n', { list: 'INTERNAL' })
  expect(result.message).toContain('3 numbers are on the list now. Of these, 1 was on it before and not in this file')
  const listed = ['2125550150', '2125550151', '2125550152']
  expect(await checkNumbers(...listed)).toEqual(listed.map(() => 'INTERNAL_DNC'))
  expect((await listCoverage()).find(({ list }) => list === 'INTERNAL')).toMatchObject({
    numbers: 3,
    accessedOn: daysAgo(0),
  })
  await importText('212,5550150,D\n', { list: 'INTERNAL', kind: 'CHANGE', accessedOn: daysAgo(0) })
  expect(await checkNumbers('2125550150')).toEqual(['CLEAN'])
})

/** A store whose process is killed after this many operations. */
function createKilledDeps(steps: number): ImportDeps {
  let done = 0
  const die = () => {
    if (++done > steps) throw new Error('killed')
  }
  const clickhouse: ClickHouse = {
    ...store.clickhouse,
    run: async (...given) => {
      die()
      await store.clickhouse.run(...given)
    },
    insertFile: async (...given) => {
      die()
      await store.clickhouse.insertFile(...given)
    },
    rows: async (...given) => {
      die()
      return store.clickhouse.rows(...given)
    },
  }
  return { ...services, clickhouse }
}

test.each<[string, string, ListFacts]>([
  ['a full list', '615,5550143\n', national],
  ['a change list', '615,5550142,D\n615,5550143,A\n', changes],
])(
  'interrupting %s anywhere keeps the old version readable, and a scheduled job purges the leftovers',
  async (_, content, facts) => {
    await importText('615,5550142\n629,5550142\n')
    let cuts = 0
    for (;;) {
      const outcome = await importText(content, facts, createKilledDeps(cuts)).catch((error: Error) => error.message)
      if (outcome !== 'killed') break
      cuts += 1
      expect(await checkNumbers('6155550142', '6155550143', '6295550142')).toEqual([
        'NATIONAL_DNC',
        'CLEAN',
        'NATIONAL_DNC',
      ])
    }
    expect(cuts).toBeGreaterThan(3)
    expect(await checkNumbers('6155550142', '6155550143', '6295550142')).toEqual([
      'CLEAN',
      'NATIONAL_DNC',
      'NATIONAL_DNC',
    ])
    const before = await listStoredLoads(store.clickhouse)
    expect(before.length).toBeGreaterThan(2)
    await purgeUnusedLoads(services)
    expect(await listStoredLoads(store.clickhouse)).toEqual(before)
    clock.advance(61 * 60 * 1000)
    await purgeUnusedLoads(services)
    // The first load is still used by the version of 629.
    expect(await listStoredLoads(store.clickhouse)).toHaveLength(2)
    expect(await checkNumbers('6155550142', '6155550143', '6295550142')).toEqual([
      'CLEAN',
      'NATIONAL_DNC',
      'NATIONAL_DNC',
    ])
  },
)

test('a check that started before an import finishes with its initial versions', async () => {
  await importText('615,5550142\n')
  const plan = await createScrubPlan(services.db, { userId: null, at: clock.now() })
  await importText('615,5550143\n')
  await purgeUnusedLoads(services)
  const results = await scrubNumbers(services, plan, ['6155550142', '6155550143'])
  expect([...results.values()]).toEqual(['NATIONAL_DNC', 'CLEAN'])
})

test('the scheduled job keeps the load of a running import, however long it takes, and drops numbers of unknown loads', async () => {
  const stranger = 4_000_000_000
  await store.clickhouse.run(`insert into dnc_numbers values (${stranger}, 6155550199)`)
  let seen: number[] = []
  const slow: ImportDeps = {
    ...services,
    clickhouse: {
      ...store.clickhouse,
      insertFile: async (...given) => {
        await store.clickhouse.insertFile(...given)
        clock.advance(3 * 60 * 60 * 1000)
        await purgeUnusedLoads(services)
        seen = await listStoredLoads(store.clickhouse)
      },
    },
  }
  expect(await importText('615,5550142\n', {}, slow)).toMatchObject({ rowsTaken: 1 })
  expect(seen).toHaveLength(1)
  expect(seen).not.toContain(stranger)
  expect(await checkNumbers('6155550142')).toEqual(['NATIONAL_DNC'])
})

test('the scheduled job keeps a load that came into use after it was read', async () => {
  const of = { ownerId: null, list: 'NATIONAL' } as const
  const [unused, used] = [
    await insertLoad(services.db, of, clock.now()),
    await insertLoad(services.db, of, clock.now()),
  ]
  await store.clickhouse.run(`insert into dnc_numbers values (${unused}, 6155550199), (${used}, ${one})`)
  clock.advance(2 * 60 * 60 * 1000)
  const facts = { scope: '615', numbers: 1, san: '10000-0000001', accessedOn: daysAgo(1), sha256: [], uploadedAt: null }
  const whileDropped: ImportDeps = {
    ...services,
    clickhouse: {
      ...store.clickhouse,
      run: async (...given) => {
        await store.clickhouse.run(...given)
        await activateVersions(database.db, of, { load: used, rows: 1, copies: [facts], at: clock.now() })
      },
    },
  }
  await purgeUnusedLoads(whileDropped)
  expect(await listStoredLoads(store.clickhouse)).toEqual([used])
  expect(await checkNumbers(one)).toEqual(['NATIONAL_DNC'])
})

test('imports of the same list run one at a time', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: ImportDeps = {
    ...services,
    clickhouse: {
      ...store.clickhouse,
      insertFile: async (...given) => {
        await held
        await store.clickhouse.insertFile(...given)
      },
    },
  }
  const first = importText('615,5550142\n', {}, slow)
  await expect.poll(() => services.db.selectFrom('dncBatches').select('id').execute()).toHaveLength(1)
  const second = importText('615,5550143,A\n', changes)
  await waitForLockContention(database.db)
  release()
  await Promise.all([first, second])
  expect(await checkNumbers('6155550142', '6155550143')).toEqual(['NATIONAL_DNC', 'NATIONAL_DNC'])
})

test('two million numbers take at most eight bytes each', async () => {
  const path = join(folder, 'two-million.txt')
  // Nine area codes with a quarter of their numbers, in registry order.
  async function* lines() {
    const [areas, perArea] = [9, 222_223]
    for (let area = 0; area < areas; area += 1) {
      const block: string[] = []
      for (let at = 0; at < perArea; at += 1) block.push(`${201 + area},${2_000_000 + at * 4 + ((at * 7) % 3)}\n`)
      yield block.join('')
    }
  }
  await writeFile(path, lines())
  const result = await importDncFile(services, { ownerId: null, facts: national, path })
  expect(result).toMatchObject({ rowsTaken: 2_000_007, rowsRejected: 0 })
  const [{ bytes, rows } = { bytes: '0', rows: '0' }] = await store.clickhouse.rows<{ bytes: string; rows: string }>(
    "select sum(bytes_on_disk) as bytes, sum(rows) as rows from system.parts where active and table = 'dnc_numbers'",
  )
  expect(Number(rows)).toBe(2_000_007)
  expect(Number(bytes) / Number(rows)).toBeLessThanOrEqual(8)
  expect((await getDncCoverage(services, null)).numbers).toBe(2_000_007)
})
