import { dayMs } from '@dooryard/contract/api/time'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { createMovableClock } from '../../../test/clock.ts'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { createTestList } from '../scrub/scrub.fixture.ts'
import { scrubNumbers } from '../scrub/scrub-numbers.ts'
import { createScrubPlan } from '../scrub/scrub-plan.ts'
import { getDncCoverage } from './coverage.ts'
import { loadDemoRegistry, refreshDemoRegistry, removeDemoRegistry } from './demo-registry.ts'

const [database, store] = await Promise.all([testDatabase(), testClickHouse()])
const clock = createMovableClock()
const services = { db: database.app.db, clickhouse: store.clickhouse, clock, log: createLog('silent') }
afterAll(() => Promise.all([database.close(), store.close()]))

const today = () => clock.now().toISOString().slice(0, 10)
const listCoverage = async () => (await getDncCoverage(services, null)).copies
const fictionalNumbers = Array.from({ length: 100 }, (_, at) => `61555501${String(at).padStart(2, '0')}`)

async function scrubFictionalNumbers() {
  const found = await scrubNumbers(
    services,
    await createScrubPlan(services.db, { userId: null, at: clock.now() }),
    fictionalNumbers,
  )
  return fictionalNumbers.map((number) => found.get(number))
}

test('a demo has a generated registry that stays current and reproducible, and leaves imported versions alone', async () => {
  await refreshDemoRegistry(services)
  expect(await listCoverage()).toEqual([])
  await createTestList(
    { db: database.db, clickhouse: store.clickhouse },
    { list: 'NATIONAL', scopes: ['206'], numbers: ['2065550100'] },
  )

  expect(await loadDemoRegistry(services, ['206', '615', '813'])).toEqual({ isFirst: true })
  const first = await scrubFictionalNumbers()
  const share = first.filter((result) => result !== 'CLEAN').length
  expect(share).toBeGreaterThan(15)
  expect(share).toBeLessThan(45)
  expect(new Set(first)).toContain('LITIGATOR')
  expect(new Set(first)).toContain('STATE_DNC')
  const generated = (await listCoverage()).filter(({ isGenerated }) => isGenerated)
  expect(generated.map(({ list, areaCode, state }) => areaCode ?? state ?? list)).toEqual([
    '615',
    '813',
    'TN',
    'LITIGATOR',
  ])

  clock.advance(2 * dayMs)
  await refreshDemoRegistry(services)
  expect(await loadDemoRegistry(services, ['206', '615', '813'])).toEqual({ isFirst: false })
  expect(await scrubFictionalNumbers()).toEqual(first)
  for (const copy of await listCoverage()) {
    if (copy.isGenerated) expect(copy.accessedOn).toBe(today())
    else expect(copy).toMatchObject({ areaCode: '206', accessedOn: '2026-10-30', numbers: 1 })
  }

  await removeDemoRegistry(services)
  expect((await listCoverage()).map(({ areaCode }) => areaCode)).toEqual(['206'])
})

test('two concurrent starts both have it, whichever loads it first', async () => {
  const at = clock.now().getTime()
  const startAt = (ms: number) =>
    loadDemoRegistry({ ...services, clock: { now: () => new Date(at + ms) } }, ['206', '615', '813'])
  for (const [first, second] of [
    [1, 0],
    [0, 1],
  ] as const) {
    await Promise.all([startAt(first), startAt(second)])
    expect((await listCoverage()).flatMap(({ areaCode }) => areaCode ?? []).toSorted()).toEqual(['206', '615', '813'])
    await removeDemoRegistry(services)
  }
})
