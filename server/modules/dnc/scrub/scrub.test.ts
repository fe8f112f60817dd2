import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { createTestList, createTestListOwner, type ScrubTestStores, type TestListVersion } from './scrub.fixture.ts'
import { getRegistryDate, getScrubReasons, scrubNumbers } from './scrub-numbers.ts'
import { createScrubPlan } from './scrub-plan.ts'
import { buildScrubSummary } from './scrub-rules.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let store: Awaited<ReturnType<typeof testClickHouse>>
let stores: ScrubTestStores
let tess: string
let lee: string
beforeAll(async () => {
  database = await testDatabase()
  store = await testClickHouse()
  stores = { db: database.db, clickhouse: store.clickhouse }
  tess = await createTestListOwner(database.db)
  lee = await createTestListOwner(database.db)
})
afterAll(() => Promise.all([database.close(), store.close()]))
beforeEach(async () => {
  await database.pool.query('delete from dnc_list_versions; delete from dnc_batches')
  await store.clickhouse.run('truncate table dnc_numbers')
})

const today = new Date('2026-11-02T09:00:00Z')
const list = (copy: TestListVersion) => createTestList(stores, copy)
const createPlan = (userId: string | null = tess, at = today) => createScrubPlan(stores.db, { userId, at })
const scrub = async (numbers: string[], userId?: string | null, at?: Date) =>
  Object.fromEntries(await scrubNumbers(stores, await createPlan(userId, at), numbers))
const [one, two, three] = ['6155550101', '6155550102', '6155550103'] as const

describe('a number', () => {
  test('gets the result of its list', async () => {
    await list({ list: 'NATIONAL', numbers: ['6155550101'] })
    await list({ list: 'STATE', scopes: ['TN'], numbers: ['6155550102'] })
    await list({ list: 'INTERNAL', numbers: ['6155550103'] })
    await list({ list: 'LITIGATOR', numbers: ['6155550104'] })
    const numbers = ['6155550101', '6155550102', '6155550103', '6155550104', '6155550105', '9075550100', '615-555-0105']
    expect(await scrub(numbers)).toEqual({
      '6155550101': 'NATIONAL_DNC',
      '6155550102': 'STATE_DNC',
      '6155550103': 'INTERNAL_DNC',
      '6155550104': 'LITIGATOR',
      '6155550105': 'CLEAN',
      '9075550100': 'NOT_SCRUBBED',
      '615-555-0105': 'NOT_SCRUBBED',
    })
  })

  test('on all lists is a litigator with all reasons, most severe first', async () => {
    for (const name of ['STATE', 'NATIONAL', 'INTERNAL', 'LITIGATOR'] as const)
      await list({ list: name, numbers: [one, '9075550100'] })
    expect(await scrub([one])).toEqual({ [one]: 'LITIGATOR' })
    const all = await getScrubReasons(stores, await createPlan(), [one, '9075550100', two])
    expect(all.get(one)).toEqual(['LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC'])
    // The registry has no version for 907, so a number there in the same load says nothing.
    expect(all.get('9075550100')).toEqual(['LITIGATOR', 'INTERNAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'])
    expect(all.get(two)).toEqual(['CLEAN'])
  })

  test("is looked up in the user's own version instead of the platform's, per area code", async () => {
    await list({ list: 'NATIONAL', scopes: ['615', '629'], numbers: [one, '6295550101'] })
    await list({ list: 'NATIONAL', scopes: ['615'], ownerId: tess, numbers: [two] })
    const numbers = [one, two, '6295550101', '6295550102']
    const others = { '6295550101': 'NATIONAL_DNC', '6295550102': 'CLEAN' }
    expect(await scrub(numbers)).toEqual({ ...others, [one]: 'CLEAN', [two]: 'NATIONAL_DNC' })
    expect(await scrub(numbers, lee)).toEqual({ ...others, [one]: 'NATIONAL_DNC', [two]: 'CLEAN' })
    expect(await scrub(numbers, null)).toEqual({ ...others, [one]: 'NATIONAL_DNC', [two]: 'CLEAN' })
  })

  test("does not fall back to the platform's version when the user's own is outdated", async () => {
    await list({ list: 'NATIONAL', numbers: [one], accessedOn: '2026-11-01' })
    await list({ list: 'NATIONAL', ownerId: tess, numbers: [one], accessedOn: '2026-10-01' })
    expect(await scrub([one, two])).toEqual({ [one]: 'NOT_SCRUBBED', [two]: 'NOT_SCRUBBED' })
    expect(await scrub([one, two], lee)).toEqual({ [one]: 'NATIONAL_DNC', [two]: 'CLEAN' })
  })

  test('is clean by a version of 31 days and not scrubbed by one of 32', async () => {
    await list({ list: 'NATIONAL', accessedOn: '2026-10-02' })
    expect(await scrub([one], tess, new Date('2026-11-02T23:59:59.999Z'))).toEqual({ [one]: 'CLEAN' })
    expect(await scrub([one], tess, new Date('2026-11-03T00:00:00.000Z'))).toEqual({ [one]: 'NOT_SCRUBBED' })
  })

  test("is not affected by another user's lists", async () => {
    await list({ list: 'NATIONAL' })
    await list({ list: 'INTERNAL', ownerId: lee, numbers: [one] })
    await list({ list: 'LITIGATOR', ownerId: lee, numbers: [two] })
    await list({ list: 'INTERNAL', ownerId: tess, numbers: [three] })
    await list({ list: 'INTERNAL', numbers: [] })
    expect(await scrub([one, two, three])).toEqual({ [one]: 'CLEAN', [two]: 'CLEAN', [three]: 'INTERNAL_DNC' })
    expect(await scrub([one, two, three], lee)).toEqual({ [one]: 'INTERNAL_DNC', [two]: 'LITIGATOR', [three]: 'CLEAN' })
  })

  test('is not scrubbed when there is no list at all', async () => {
    expect(await scrub([one])).toEqual({ [one]: 'NOT_SCRUBBED' })
    expect(await scrub([])).toEqual({})
  })
})

describe('a list whose numbers are missing from the store', () => {
  const listRows = (load: number) =>
    store.clickhouse.rows<{ number: string }>(
      'select toString(number) as number from dnc_numbers where load = {load:UInt32} order by number',
      { load },
    )

  test.each(['NATIONAL', 'STATE', 'INTERNAL', 'LITIGATOR'] as const)('%s fails the check', async (name) => {
    if (name !== 'NATIONAL') await list({ list: 'NATIONAL' })
    const load = await list({ list: name, numbers: [one, two] })
    expect((await scrub([one]))[one]).not.toBe('CLEAN')
    await store.clickhouse.run('delete from dnc_numbers where number = {number:UInt64}', { number: one })
    // A plain lookup would find nothing and report the number as clean.
    expect(await listRows(load)).toEqual([{ number: two }])
    await expect(scrub([one])).rejects.toThrow(`of the 2 do-not-call numbers of load ${load} only 1 are there`)
    await store.clickhouse.run('alter table dnc_numbers drop partition {load:UInt32}', { load })
    await expect(scrub([three])).rejects.toThrow(`of the 2 do-not-call numbers of load ${load} only 0 are there`)
  })

  test('does not matter when nothing is looked up in it', async () => {
    await list({ list: 'NATIONAL', numbers: [one] })
    const load = await list({ list: 'NATIONAL', ownerId: tess, numbers: [two], accessedOn: '2026-08-01' })
    await store.clickhouse.run('alter table dnc_numbers drop partition {load:UInt32}', { load })
    expect(await scrub([one])).toEqual({ [one]: 'NOT_SCRUBBED' })
    expect(await scrub([one], lee)).toEqual({ [one]: 'NATIONAL_DNC' })
  })
})

describe('the summary of a check', () => {
  test('counts the results and names the versions used', async () => {
    const [full, change, tn] = ['f'.repeat(64), 'c'.repeat(64), '7'.repeat(64)]
    const fetched = { list: 'NATIONAL', accessedOn: '2026-10-30', sha256: [full, change] } as const
    await list({ ...fetched, scopes: ['931', '615', '423'], numbers: [one], sha256: [full, change] })
    await list({ ...fetched, scopes: ['629'], ownerId: tess, san: '20000-0000002', sha256: [full] })
    await list({ list: 'NATIONAL', scopes: ['901'], accessedOn: '2026-09-01' })
    await list({ list: 'STATE', scopes: ['TN'], numbers: [two], sha256: [tn] })
    const numbers = [one, two, three, three, '9315550100', '6295550100', '9015550100', '2025550100', 'nothing']
    const plan = await createPlan()
    const summary = buildScrubSummary(plan, await scrubNumbers(stores, plan, numbers))
    expect(summary).toEqual({
      checkedAt: today.toISOString(),
      numbers: 8,
      byResult: [
        { result: 'CLEAN', count: 3 },
        { result: 'NATIONAL_DNC', count: 1 },
        { result: 'STATE_DNC', count: 1 },
        { result: 'NOT_SCRUBBED', count: 3 },
      ],
      against: [
        // 423 is in the same load, but none of its numbers was looked up.
        { ...fetched, owner: 'PLATFORM', san: '10000-0000001', areaCodes: ['615', '931'] },
        { ...fetched, owner: 'YOURS', san: '20000-0000002', areaCodes: ['629'], sha256: [full] },
        { list: 'STATE', owner: 'PLATFORM', areaCodes: [], state: 'TN', accessedOn: '2026-10-30', sha256: [tn] },
      ],
      notCovered: ['202', '901'],
    })
  })

  test('of no numbers names no version', async () => {
    await list({ list: 'NATIONAL' })
    await list({ list: 'INTERNAL', numbers: [one] })
    const summary = buildScrubSummary(await createPlan(), new Map())
    expect(summary).toEqual({ checkedAt: today.toISOString(), numbers: 0, byResult: [], against: [], notCovered: [] })
  })

  test('comes from a plan that is plain data and contains the fetch date for each number', async () => {
    await list({ list: 'NATIONAL', numbers: [one] })
    const plan = await createPlan()
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    expect(getRegistryDate(plan, one)).toBe('2026-10-30')
    expect(getRegistryDate(plan, '9075550100')).toBeUndefined()
    expect(getRegistryDate(plan, '615')).toBeUndefined()
  })
})
