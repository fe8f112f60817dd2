import { dayMs } from '@dooryard/contract/time'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { testClickHouse } from '../../test/clickhouse.ts'
import { movableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { coverage } from './coverage.ts'
import { loadDemoRegistry, removeDemoRegistry, renewDemoRegistry } from './demo-registry.ts'
import { listed } from './scrub.fixture.ts'
import { scrubNumbers } from './scrub-numbers.ts'
import { scrubPlan } from './scrub-plan.ts'

const [database, store] = await Promise.all([testDatabase(), testClickHouse()])
const clock = movableClock()
const services = { db: database.app.db, clickhouse: store.clickhouse, clock, log: createLog('silent') }
afterAll(() => Promise.all([database.close(), store.close()]))

const today = () => clock.now().toISOString().slice(0, 10)
const copies = async () => (await coverage(services, null)).copies
const fictional = Array.from({ length: 100 }, (_, at) => `61555501${String(at).padStart(2, '0')}`)

async function results() {
  const found = await scrubNumbers(services, await scrubPlan(services.db, { userId: null, at: clock.now() }), fictional)
  return fictional.map((number) => found.get(number))
}

test('a demo has a generated registry that stays current, is the same each day, and leaves imported copies alone', async () => {
  await renewDemoRegistry(services)
  expect(await copies()).toEqual([])
  await listed(
    { db: database.db, clickhouse: store.clickhouse },
    { list: 'NATIONAL', scopes: ['206'], numbers: ['2065550100'] },
  )

  expect(await loadDemoRegistry(services, ['206', '615', '813'])).toEqual({ isFirst: true })
  const first = await results()
  const share = first.filter((result) => result !== 'CLEAN').length
  expect(share).toBeGreaterThan(15)
  expect(share).toBeLessThan(45)
  expect(new Set(first)).toContain('LITIGATOR')
  expect(new Set(first)).toContain('STATE_DNC')
  const generated = (await copies()).filter(({ isGenerated }) => isGenerated)
  expect(generated.map(({ list, areaCode, state }) => areaCode ?? state ?? list)).toEqual([
    '615',
    '813',
    'TN',
    'LITIGATOR',
  ])

  clock.advance(2 * dayMs)
  await renewDemoRegistry(services)
  expect(await loadDemoRegistry(services, ['206', '615', '813'])).toEqual({ isFirst: false })
  expect(await results()).toEqual(first)
  for (const copy of await copies()) {
    if (copy.isGenerated) expect(copy.accessedOn).toBe(today())
    else expect(copy).toMatchObject({ areaCode: '206', accessedOn: '2026-10-30', numbers: 1 })
  }

  await removeDemoRegistry(services)
  expect((await copies()).map(({ areaCode }) => areaCode)).toEqual(['206'])
})

test('two starts at the same time both have it, whichever of them loads it first', async () => {
  const at = clock.now().getTime()
  const startAt = (ms: number) =>
    loadDemoRegistry({ ...services, clock: { now: () => new Date(at + ms) } }, ['206', '615', '813'])
  for (const [first, second] of [
    [1, 0],
    [0, 1],
  ] as const) {
    await Promise.all([startAt(first), startAt(second)])
    expect((await copies()).flatMap(({ areaCode }) => areaCode ?? []).toSorted()).toEqual(['206', '615', '813'])
    await removeDemoRegistry(services)
  }
})
