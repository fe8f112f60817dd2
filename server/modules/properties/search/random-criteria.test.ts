import { Criteria } from '@dooryard/contract/criteria'
import { propertySorts } from '@dooryard/contract/property-search'
import { type Facet, facetKeys } from '@dooryard/contract/search-answers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../../test/rounds.ts'
import { type Coverage, readCoverage } from '../places/coverage.ts'
import { findProperties } from '../properties.queries.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { isSomewhere } from './breadth.ts'
import { binder } from './clauses.ts'
import { conditionOf } from './compile-criteria.ts'
import { countAnywhere, countByClause, countMatching, settings } from './count.queries.ts'
import { anyCriteria } from './criteria.fixture.ts'
import { countFacets } from './facets.queries.ts'
import { type ReferenceRow, readReference } from './reference.fixture.ts'
import { countsOf, facetIn, idsInOrder, referenceOf, waterfallIn } from './reference-answers.fixture.ts'
import { loadReferenceRolls } from './reference-rolls.fixture.ts'
import type { Selection } from './selection.ts'
import { withAnywhere } from './waterfall.ts'

// Everything that a search answers, against a plain row-by-row reference over the same rows.

const asOf = new Date('2026-10-15T12:00:00Z')
const runs = rounds(80, 2_000)
/** So many criteria are one statement, of which the store works out the plan for longer than it reads the rows. */
const together = 40
/** Of so many criteria one is asked for its page in order, counts, waterfall and facets too: five statements each. */
const wholeOf = 10

let store: Awaited<ReturnType<typeof propertyServices>>
let rows: ReferenceRow[]
let coverage: Coverage

beforeAll(async () => {
  store = await propertyServices()
  await loadReferenceRolls(store)
  rows = await readReference(store.services.clickhouse)
  coverage = await readCoverage(store.services)
}, 300_000)
afterAll(() => store.close())

type Question = {
  selection: Selection
  sort: Pick<Parameters<typeof findProperties>[2], 'sort' | 'order'>
  facets: Facet['key'][]
}

const anyQuestion = (): fc.Arbitrary<Question> => {
  const criteria = anyCriteria(rows)
  const ids = rows.filter((_, at) => at % 20 === 0).map((row) => row.property_id)
  const saved = fc.option(fc.array(criteria, { minLength: 1, maxLength: 2 }), { freq: 4, nil: [] })
  return fc
    .record({
      criteria,
      // Until it is known, searches go without it.
      coverage: fc.option(fc.constant(coverage), { freq: 4, nil: undefined }),
      excludeCriteria: saved.map((searches) => searches.map(({ exclude: _, ...others }) => others)),
      sort: fc.record({
        sort: fc.constantFrom(...propertySorts),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      facets: fc.uniqueArray(fc.constantFrom(...facetKeys), { minLength: 2, maxLength: 4 }),
    })
    .map(({ sort, facets, ...asked }) => ({ sort, facets, selection: { ...asked, excludeIds: ids, asOf } }))
}

/** What the store answers. */
async function answersOf({ selection, sort, facets }: Question) {
  const { clickhouse } = store.services
  const [found, counts, { waterfall, ...counted }, anywhere, split] = await Promise.all([
    findProperties(clickhouse, selection, { ...sort, limit: 10_000, offset: 0 }),
    countMatching(clickhouse, selection),
    countByClause(clickhouse, selection),
    isSomewhere(selection.criteria.location) ? countAnywhere(clickhouse, selection) : null,
    countFacets(clickhouse, selection, facets),
  ])
  return {
    ids: found.map((row) => row.propertyId),
    counts,
    counted,
    waterfall: withAnywhere(waterfall, anywhere),
    split,
  }
}

type Answers = Awaited<ReturnType<typeof answersOf>>

/** What the reference says, in the same shape. */
function expectedOf({ selection, sort }: Question, { split }: Answers): Answers {
  const reference = referenceOf(rows, selection)
  const counts = countsOf(reference)
  return {
    ids: idsInOrder(reference, sort),
    counts,
    counted: counts,
    waterfall: waterfallIn(reference),
    split: split.map((facet) => facetIn(reference, facet)),
  }
}

/** Values that are equally frequent stand in an order of the store's own. */
const byValue = ({ split, ...answers }: Answers) => ({
  ...answers,
  split: split.map((facet) =>
    facet.kind === 'VALUES'
      ? { ...facet, values: Object.fromEntries(facet.values.map(({ value, count }) => [value, count])) }
      : facet,
  ),
})

/** Compares what the store answers with what the reference says to the question. */
function compare(answers: Answers, question: Question) {
  const expected = expectedOf(question, answers)
  expect(byValue(answers), JSON.stringify(question)).toEqual(byValue(expected))
}

type Match = [propertyId: string, isMailable: boolean]

/** Which rows meet the condition that each selection compiles into, all in one scan. */
async function matchesOf(selections: readonly Selection[]): Promise<Match[][]> {
  const { bind, params } = binder()
  const columns = selections.map(
    ({ criteria, ...options }) =>
      `arraySort(groupArrayIf((property_id, is_mailable), ${conditionOf(bind, criteria, options)}))`,
  )
  const [row] = await store.services.clickhouse.rows<{ matches: Match[][] }>(
    `select [${columns.join(', ')}] as matches from properties ${settings}, compile_expressions = 0, max_threads = 1`,
    params,
    { seconds: 60 },
  )
  return row?.matches ?? []
}

test(`${runs} random criteria match what a row-by-row reference says`, { timeout: 900_000 }, async () => {
  const questions = fc.sample(anyQuestion(), { numRuns: runs, seed: 42 })
  let narrowed = 0
  for (let at = 0; at < runs; at += together) {
    const some = questions.slice(at, at + together)
    const found = await matchesOf(some.map(({ selection }) => selection))
    for (const [which, { selection }] of some.entries()) {
      // What cannot be sent is not searched for.
      Criteria.parse(selection.criteria)
      const reference = referenceOf(rows, selection)
      const expected = reference.meeting().map((row): Match => [row.property_id, row.is_mailable])
      expected.sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
      expect(found[which], JSON.stringify(selection)).toEqual(expected)
      const count = expected.length
      narrowed += count > 0 && count < rows.length ? 1 : 0
    }
  }
  // Criteria that match nothing, or everything, would prove nothing.
  expect(narrowed).toBeGreaterThan(runs / 3)
})

test(`every ${wholeOf}th of them is answered whole as the reference answers it`, { timeout: 900_000 }, async () => {
  const questions = fc.sample(anyQuestion(), { numRuns: runs, seed: 42 })
  for (const question of questions.filter((_, at) => at % wholeOf === 0)) compare(await answersOf(question), question)
})

test('a county is found under its old code and its new one, whichever is asked for', async () => {
  const both = rows.filter((row) => ['09001', '09120'].includes(row.county_fips)).map((row) => row.property_id)
  const codes = new Set(rows.map((row) => row.county_fips))
  expect(['09001', '09120'].every((code) => codes.has(code))).toBe(true)
  for (const county of ['09001', '09120']) {
    const [found] = await matchesOf([{ criteria: { location: { counties: [county] } }, asOf }])
    expect(found?.map(([id]) => id).toSorted()).toEqual(both.toSorted())
  }
})

test('a clause that is broken in any way is found out', async () => {
  const question = (criteria: Criteria): Question => ({
    selection: { criteria, asOf },
    sort: { sort: 'place', order: 'asc' },
    facets: ['owner.occupancies'],
  })
  const ids = rows.map((row) => row.property_id)
  const stacked = [
    { criteria: { property: { yearBuilt: { min: 1950 } } } },
    { criteria: { property: { bedrooms: { min: 3 } } } },
    { criteria: { owner: { occupancies: ['OWNER_OCCUPIED' as const] } } },
  ]
  const broken: [asked: Criteria, meant: Criteria][] = [
    [{ property: { yearBuilt: { min: 1951 } } }, { property: { yearBuilt: { min: 1950 } } }],
    [{ property: { bedrooms: { min: 3, includeUnknown: true } } }, { property: { bedrooms: { min: 3 } } }],
    [{ owner: { occupancies: ['VACANT'] } }, { owner: { occupancies: ['UNKNOWN'] } }],
    [{ signals: { anyOf: ['VACANT', 'HIGH_EQUITY'] } }, { signals: { allOf: ['VACANT', 'HIGH_EQUITY'] } }],
    [{ sale: { soldOn: { lastDays: 400 } } }, { sale: { soldOn: { lastDays: 365 } } }],
    [{ location: { zips: ['37209'] } }, { location: { counties: ['47037'], zips: ['37209'] } }],
    [{ stack: { of: stacked, atLeast: 2 } }, { stack: { of: stacked, atLeast: 1 } }],
    [{ stack: { of: stacked, atLeast: 2 } }, { stack: { of: stacked, atLeast: 3 } }],
    [{ only: { propertyIds: ids.slice(0, 10) } }, { only: { propertyIds: ids.slice(0, 9) } }],
  ]
  for (const [asked, meant] of broken) {
    const answers = await answersOf(question(asked))
    compare(answers, question(asked))
    expect(() => compare(answers, question(meant)), JSON.stringify(meant)).toThrow()
  }
})
