import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { stateCodes } from '../places/states.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { createAnswerCache } from './answer-cache.ts'
import { answerSearch } from './answers.ts'

const asOf = new Date('2026-10-15T12:00:00Z')
const inTennessee: Criteria = { location: { states: ['TN'] }, property: { yearBuilt: { max: 1990 } } }

let store: Awaited<ReturnType<typeof createPropertyServices>>
beforeAll(async () => {
  store = await createPropertyServices()
  await loadDemo(store.services, { rows: 500 })
})
afterAll(() => store.close())

/** A service with an empty cache that records each statement before it runs. */
function createService(before: (sql: string, isHeavy: boolean) => unknown = () => {}) {
  const { clickhouse } = store.services
  const statements: string[] = []
  const noting: ClickHouse = {
    ...clickhouse,
    rows: async (sql, params, options) => {
      statements.push(sql)
      await before(sql, options?.isHeavy ?? false)
      return clickhouse.rows(sql, params, options)
    },
  }
  return {
    statements,
    service: { clickhouse: noting, cache: createAnswerCache({ entries: 100, bytes: 100_000 }), version: 'one' },
  }
}

test('concurrent equal searches run one statement, and later ones none until the data change', async () => {
  const { statements, service } = createService()
  const ask = (version: string) => answerSearch({ ...service, version }, { criteria: inTennessee, asOf }, {})
  const [first, second] = await Promise.all([ask('one'), ask('one')])
  expect(second).toEqual(first)
  expect(await ask('one')).toEqual(first)
  expect(statements).toHaveLength(1)
  await ask('two')
  expect(statements).toHaveLength(2)
})

test('another day, other purchases or another facet needs another answer', async () => {
  const { statements, service } = createService()
  const selection = { criteria: inTennessee, asOf }
  const facets = ['owner.occupancies' as const]
  await answerSearch(service, selection, {})
  await answerSearch(service, { ...selection, asOf: new Date('2026-10-16T00:00:00Z') }, {})
  await answerSearch(service, { ...selection, ownLeads: { mail: ['1:2'], call: [], orders: new Map() } }, {})
  expect(statements).toHaveLength(3)
  await answerSearch(service, selection, { facets })
  expect(statements).toHaveLength(4)
  await answerSearch(service, selection, { facets: ['owner.ownerTypes'] })
  expect(statements).toHaveLength(5)
})

test('a search of the whole country counts as heavy, and one of a county does not', async () => {
  const heavy: boolean[] = []
  const { service } = createService((_, isHeavy) => heavy.push(isHeavy))
  await answerSearch(service, { criteria: { location: { counties: ['47037'] } }, asOf }, {})
  await answerSearch(service, { criteria: { location: { counties: [] }, owner: { ownerTypes: ['LLC'] } }, asOf }, {})
  await answerSearch(service, { criteria: { location: { states: [...stateCodes] } }, asOf }, {})
  expect(heavy).toEqual([false, true, true])
})

test('the effect of a location is unknown when the country takes too long, and computed the next time', async () => {
  let isBusy = true
  const { service } = createService((_, isHeavy) => {
    if (isHeavy && isBusy) throw new OverLimitError('time', undefined)
  })
  const ask = async () => {
    const { count, waterfall } = await answerSearch(service, { criteria: inTennessee, asOf }, { waterfall: true })
    expect(waterfall?.clauses.at(-1)?.remaining).toBe(count)
    return waterfall?.clauses[0]
  }
  expect(await ask()).toMatchObject({ key: 'location', givesBack: null })
  isBusy = false
  // The answer waits only briefly for the country's count; a later one has it.
  await expect.poll(async () => (await ask())?.givesBack).toBeGreaterThan(0)
})

test('a waterfall of a state does not wait for the country’s count, and the next one has it', async () => {
  let countryIsCounted = () => {}
  const counting = new Promise<void>((resolve) => {
    countryIsCounted = resolve
  })
  const { statements, service } = createService((_, isHeavy) => isHeavy && counting)
  const ask = (criteria: Criteria) => answerSearch(service, { criteria, asOf }, { waterfall: true })
  const { count, waterfall } = await ask(inTennessee)
  expect(waterfall?.clauses).toMatchObject([{ givesBack: null }, { remaining: count }])
  countryIsCounted()
  const nation = await answerSearch(createService().service, { criteria: { property: inTennessee.property }, asOf }, {})
  const asked = statements.length
  await expect
    .poll(async () => (await ask(inTennessee)).waterfall?.clauses[0])
    .toMatchObject({ givesBack: nation.count - count })
  // Another place with the same clauses reuses the count of the country.
  const inOhio = await ask({ ...inTennessee, location: { states: ['OH'] } })
  expect(inOhio.waterfall?.clauses[0]).toMatchObject({ givesBack: nation.count - inOhio.count })
  expect(statements.slice(asked)).toHaveLength(2)
})

test('a waterfall of places without data is empty at every step', async () => {
  const { service } = createService()
  const nowhere: Criteria = { location: { zips: ['00000'] }, owner: { ownerTypes: ['LLC'] } }
  const { count, waterfall } = await answerSearch(service, { criteria: nowhere, asOf }, { waterfall: true })
  expect(count).toBe(0)
  expect(waterfall).toMatchObject({ total: 500, clauses: [{ remaining: 0 }, { remaining: 0, givesBack: 0 }] })
})
