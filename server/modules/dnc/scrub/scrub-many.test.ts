import { type DncList, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { buildScrubSql } from '../lists/numbers.queries.ts'
import { insertTestNumbers } from './scrub.fixture.ts'
import { scrubNumbers } from './scrub-numbers.ts'
import type { PlanVersion, ScrubPlan } from './scrub-plan.ts'

let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  store = await testClickHouse()
})
afterAll(() => store.close())

const at = '2026-11-02T09:00:00.000Z'
const facts = { san: null, sha256: [], owner: 'PLATFORM', accessedOn: '2026-10-30' } as const
const buildPlanVersion = (list: DncList, scope: string, load: number, loadNumbers: number): PlanVersion => ({
  ...facts,
  sha256: [],
  list,
  scope,
  load,
  loadNumbers,
})

test('200,000 numbers against 2,000,000 in one statement give the same results as plain sets', async () => {
  const half = 1_000_000
  // No exchange begins with 0 or 1, so these numbers are unassigned.
  const national = (at: number) => 6150000000 + at * 2
  const litigator = (at: number) => 6150000000 + at * 3 - (at % 2)
  await store.clickhouse.run(
    `insert into dnc_numbers select 1, 6150000000 + number * 2 from numbers(${half})
     union all select 2, 6150000000 + number * 3 - number % 2 from numbers(${half})`,
  )
  const inNational = new Set<number>()
  const inLitigator = new Set<number>()
  for (let at = 0; at < half; at++) {
    inNational.add(national(at))
    inLitigator.add(litigator(at))
  }
  const plan: ScrubPlan = {
    at,
    copies: [buildPlanVersion('NATIONAL', '615', 1, half), buildPlanVersion('LITIGATOR', '', 2, half)],
  }
  const numbers = Array.from({ length: 200_000 }, (_, at) => 6150000000 + at * 17)
  let statements = 0
  const clickhouse: typeof store.clickhouse = {
    ...store.clickhouse,
    rows: (sql, params, options) => {
      if (params && 'numbers' in params) statements++
      return store.clickhouse.rows(sql, params, options)
    },
  }
  const results = await scrubNumbers({ clickhouse }, plan, numbers.map(String))
  const expected = numbers.map((number): ScrubResult => {
    if (inLitigator.has(number)) return 'LITIGATOR'
    return inNational.has(number) ? 'NATIONAL_DNC' : 'CLEAN'
  })
  expect(new Set(expected).size).toBe(3)
  expect([...results.values()]).toEqual(expected)
  expect(statements).toBe(1)
}, 120_000)

let lastLoad = 1000

test('for any lists, results match plain sets and the SQL for a quote', async () => {
  const phone = fc
    .tuple(fc.constantFrom('615', '629', '907', '202'), fc.integer({ min: 100, max: 109 }))
    .map(([areaCode, line]) => `${areaCode}5550${line}`)
  const list = fc.record({
    list: fc.constantFrom<DncList>('NATIONAL', 'STATE', 'INTERNAL', 'LITIGATOR'),
    scopes: fc.uniqueArray(fc.constantFrom('615', '629', '907'), { minLength: 1 }),
    accessedOn: fc.constantFrom('2026-10-30', '2026-10-02', '2026-10-01'),
    numbers: fc.uniqueArray(phone, { maxLength: 12 }),
  })
  const numbers = fc.uniqueArray(phone, { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(fc.array(list, { maxLength: 5 }), numbers, async (lists, asked) => {
      const taken = new Set<string>()
      const copies: PlanVersion[] = []
      for (const { list, scopes, accessedOn, numbers } of lists) {
        const load = ++lastLoad
        await insertTestNumbers(store.clickhouse, load, numbers)
        for (const scope of list === 'NATIONAL' ? scopes : ['']) {
          // A plan has one registry version per area code.
          if (list === 'NATIONAL' && taken.has(scope)) continue
          if (list === 'NATIONAL') taken.add(scope)
          copies.push({ ...buildPlanVersion(list, scope, load, numbers.length), accessedOn })
        }
      }
      const plan: ScrubPlan = { at, copies }
      const numbersByLoad = new Map(
        lists.map(({ numbers }, at) => [lastLoad - lists.length + at + 1, new Set(numbers)]),
      )
      const expected = asked.map((number) => [number, scrubBySets(plan, numbersByLoad, number)])
      expect([...(await scrubNumbers(store, plan, asked))]).toEqual(expected)
      const sql = buildScrubSql(plan, { number: 'asked.phone', among: 'select phone from asked' })
      const rows = await store.clickhouse.rows<{ phone: string; result: string }>(
        `with asked as (select arrayJoin(cast({asked:Array(String)}, 'Array(UInt64)')) as phone)
         select toString(asked.phone) as phone, ${sql.result} as result from asked ${sql.join}`,
        { asked },
      )
      expect(new Map(rows.map(({ phone, result }) => [phone, result]))).toEqual(new Map(expected as [string, string][]))
    }),
    { numRuns: 60 },
  )
}, 120_000)

/** Reference implementation of a scrub, number by number. */
function scrubBySets(
  plan: ScrubPlan,
  numbersByLoad: ReadonlyMap<number, ReadonlySet<string>>,
  number: string,
): ScrubResult {
  const isOn = (name: DncList) =>
    plan.copies.some(
      ({ list, scope, load, accessedOn }) =>
        list === name &&
        numbersByLoad.get(load)?.has(number) &&
        (list !== 'NATIONAL' || (number.startsWith(scope) && accessedOn >= '2026-10-02')),
    )
  if (isOn('LITIGATOR')) return 'LITIGATOR'
  if (isOn('INTERNAL')) return 'INTERNAL_DNC'
  if (isOn('NATIONAL')) return 'NATIONAL_DNC'
  if (isOn('STATE')) return 'STATE_DNC'
  const isCovered = plan.copies.some(
    ({ list, scope, accessedOn }) => list === 'NATIONAL' && number.startsWith(scope) && accessedOn >= '2026-10-02',
  )
  return isCovered ? 'CLEAN' : 'NOT_SCRUBBED'
}

test('the SQL for a quote returns every result, also without any list', async () => {
  const { result } = buildScrubSql({ at, copies: [] }, { number: 'n', among: 'select 1' })
  for (const value of scrubResults.values) expect(result).toContain(`'${value}'`)
})

test.each(['615); drop table dnc_numbers', '61', ''])('the SQL for a quote rejects area code %j', (scope) => {
  const plan = { at, copies: [buildPlanVersion('NATIONAL', scope, 1, 1)] }
  if (scope === '61') return expect(buildScrubSql(plan, { number: 'n', among: 'select 1' }).join).toContain('(61, 1)')
  expect(() => buildScrubSql(plan, { number: 'n', among: 'select 1' })).toThrow('is no area code')
})
