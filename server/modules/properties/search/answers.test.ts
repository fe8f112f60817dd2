import type { Criteria } from '@dooryard/contract/criteria'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { stateCodes } from '../places/states.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { answerCache } from './answer-cache.ts'
import { answersTo } from './answers.ts'

const asOf = new Date('2026-10-15T12:00:00Z')
const inTennessee: Criteria = { location: { states: ['TN'] }, property: { yearBuilt: { max: 1990 } } }

let store: Awaited<ReturnType<typeof propertyServices>>
beforeAll(async () => {
  store = await propertyServices()
  await loadDemo(store.services, { rows: 500 })
})
afterAll(() => store.close())

/** A desk with an empty cache, which notes each statement before the store has it. */
function deskOf(before: (sql: string, isHeavy: boolean) => unknown = () => {}) {
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
    desk: { clickhouse: noting, cache: answerCache({ entries: 100, bytes: 100_000 }), version: 'one' },
  }
}

test('users who ask the same at once cost one statement, and the next cost none until the data change', async () => {
  const { statements, desk } = deskOf()
  const ask = (version: string) => answersTo({ ...desk, version }, { criteria: inTennessee, asOf }, {})
  const [first, second] = await Promise.all([ask('one'), ask('one')])
  expect(second).toEqual(first)
  expect(await ask('one')).toEqual(first)
  expect(statements).toHaveLength(1)
  await ask('two')
  expect(statements).toHaveLength(2)
})

test('another day, other deliveries or another facet is another answer', async () => {
  const { statements, desk } = deskOf()
  const selection = { criteria: inTennessee, asOf }
  const facets = ['owner.occupancies' as const]
  await answersTo(desk, selection, {})
  await answersTo(desk, { ...selection, asOf: new Date('2026-10-16T00:00:00Z') }, {})
  await answersTo(desk, { ...selection, excludeIds: ['1'] }, {})
  expect(statements).toHaveLength(3)
  await answersTo(desk, selection, { facets })
  expect(statements).toHaveLength(4)
  await answersTo(desk, selection, { facets: ['owner.ownerTypes'] })
  expect(statements).toHaveLength(5)
})

test('a search of the whole country leaves room for the others, one of a county needs none', async () => {
  const heavy: boolean[] = []
  const { desk } = deskOf((_, isHeavy) => heavy.push(isHeavy))
  await answersTo(desk, { criteria: { location: { counties: ['47037'] } }, asOf }, {})
  await answersTo(desk, { criteria: { location: { counties: [] }, owner: { ownerTypes: ['LLC'] } }, asOf }, {})
  await answersTo(desk, { criteria: { location: { states: [...stateCodes] } }, asOf }, {})
  expect(heavy).toEqual([false, true, true])
})

test('what a place gives back is unknown when the country takes too long, and asked again the next time', async () => {
  let isBusy = true
  const { desk } = deskOf((_, isHeavy) => {
    if (isHeavy && isBusy) throw new OverLimitError('time', undefined)
  })
  const ask = async () => {
    const { count, waterfall } = await answersTo(desk, { criteria: inTennessee, asOf }, { waterfall: true })
    expect(waterfall?.clauses.at(-1)?.remaining).toBe(count)
    return waterfall?.clauses[0]
  }
  expect(await ask()).toMatchObject({ key: 'location', givesBack: null })
  isBusy = false
  // An answer waits for the country a moment only; a later one has it.
  await expect.poll(async () => (await ask())?.givesBack).toBeGreaterThan(0)
})

test('a waterfall of a state waits for no count of the country, and the next one has it', async () => {
  let countryIsCounted = () => {}
  const counting = new Promise<void>((resolve) => {
    countryIsCounted = resolve
  })
  const { statements, desk } = deskOf((_, isHeavy) => isHeavy && counting)
  const ask = (criteria: Criteria) => answersTo(desk, { criteria, asOf }, { waterfall: true })
  const { count, waterfall } = await ask(inTennessee)
  expect(waterfall?.clauses).toMatchObject([{ givesBack: null }, { remaining: count }])
  countryIsCounted()
  const nation = await answersTo(deskOf().desk, { criteria: { property: inTennessee.property }, asOf }, {})
  const asked = statements.length
  await expect
    .poll(async () => (await ask(inTennessee)).waterfall?.clauses[0])
    .toMatchObject({ givesBack: nation.count - count })
  // Another place with the same clauses leans on the same count of the country.
  const inOhio = await ask({ ...inTennessee, location: { states: ['OH'] } })
  expect(inOhio.waterfall?.clauses[0]).toMatchObject({ givesBack: nation.count - inOhio.count })
  expect(statements.slice(asked)).toHaveLength(2)
})

test('a waterfall of places with no data says so, step by step', async () => {
  const { desk } = deskOf()
  const nowhere: Criteria = { location: { zips: ['00000'] }, owner: { ownerTypes: ['LLC'] } }
  const { count, waterfall } = await answersTo(desk, { criteria: nowhere, asOf }, { waterfall: true })
  expect(count).toBe(0)
  expect(waterfall).toMatchObject({ total: 500, clauses: [{ remaining: 0 }, { remaining: 0, givesBack: 0 }] })
})
