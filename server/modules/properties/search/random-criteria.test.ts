import { Criteria } from '@dooryard/contract/criteria/criteria'
import { type Facet, facetKeys } from '@dooryard/contract/properties/facets'
import { propertySorts } from '@dooryard/contract/properties/property-search'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaleForTorture } from '../../../test/torture.ts'
import { type Coverage, readCoverage } from '../places/coverage.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { findProperties } from '../records/properties.queries.ts'
import { hasLocation } from './compile/breadth.ts'
import { createBinder } from './compile/clauses.ts'
import { compileCriteria } from './compile/compile-criteria.ts'
import type { Selection } from './compile/selection.ts'
import { countAnywhere, countFilterBreakdown, countMatching, settings } from './count.queries.ts'
import { anyCriteria } from './criteria.fixture.ts'
import { countFacets } from './facets.queries.ts'
import { addAnywhereCount } from './filter-breakdown.ts'
import { buildOwnLeads, namedIds, type ReferenceRow, readReference, withNamed } from './reference.fixture.ts'
import {
  buildReference,
  buildReferenceBreakdown,
  buildReferenceFacet,
  countReference,
  listIdsInOrder,
} from './reference-answers.fixture.ts'
import { loadReferenceRolls } from './reference-rolls.fixture.ts'

// Compares every search answer with a plain row-by-row reference over the same rows.

const asOf = new Date('2026-10-15T12:00:00Z')
const runs = scaleForTorture(80, 2_000)
/** Criteria per statement: planning it takes ClickHouse longer than reading the rows. */
const together = 40
/**
 * One in this many criteria is also checked for its page in order, counts, filter breakdown and facets: five
 * statements each.
 */
const maxWholeSearches = 10

let store: Awaited<ReturnType<typeof createPropertyServices>>
let rows: ReferenceRow[]
let coverage: Coverage

beforeAll(async () => {
  store = await createPropertyServices()
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
  const purchased = buildOwnLeads(
    rows.filter((_, at) => at % 20 === 0),
    rows.filter((_, at) => at % 30 === 0),
  )
  const ownLeads = withNamed(purchased, rows)
  const saved = fc.option(fc.array(criteria, { minLength: 1, maxLength: 2 }), { freq: 4, nil: [] })
  return fc
    .record({
      criteria,
      // Searches work without coverage until it is known.
      coverage: fc.option(fc.constant(coverage), { freq: 4, nil: undefined }),
      excludeCriteria: saved.map((searches) =>
        searches.map(({ exclude, ...search }) => ({ ...search, exclude: { ...exclude, delivered: false } })),
      ),
      sort: fc.record({
        sort: fc.constantFrom(...propertySorts),
        order: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      facets: fc.uniqueArray(fc.constantFrom(...facetKeys), { minLength: 2, maxLength: 4 }),
    })
    .map(({ sort, facets, ...asked }) => ({ sort, facets, selection: { ...asked, ownLeads, asOf } }))
}

/** Reads the answers from ClickHouse. */
async function readAnswers({ selection, sort, facets }: Question) {
  const { clickhouse } = store.services
  const [found, counts, { waterfall, ...counted }, anywhere, split] = await Promise.all([
    findProperties(clickhouse, selection, { ...sort, showsNames: true, limit: 10_000, offset: 0 }),
    countMatching(clickhouse, selection),
    countFilterBreakdown(clickhouse, selection),
    hasLocation(selection.criteria.location) ? countAnywhere(clickhouse, selection) : null,
    countFacets(clickhouse, selection, facets),
  ])
  return {
    ids: found.map((row) => row.propertyId),
    counts,
    counted,
    waterfall: addAnywhereCount(waterfall, anywhere),
    split,
  }
}

type Answers = Awaited<ReturnType<typeof readAnswers>>

/** The reference answers in the same shape. */
function buildExpected({ selection, sort }: Question, { split }: Answers): Answers {
  const reference = buildReference(rows, selection)
  const counts = countReference(reference)
  return {
    ids: listIdsInOrder(reference, sort),
    counts,
    counted: counts,
    waterfall: buildReferenceBreakdown(reference),
    split: split.map((facet) => buildReferenceFacet(reference, facet)),
  }
}

/** Equally frequent values have no defined order. */
const byValue = ({ split, ...answers }: Answers) => ({
  ...answers,
  split: split.map((facet) =>
    facet.kind === 'VALUES'
      ? { ...facet, values: Object.fromEntries(facet.values.map(({ value, count }) => [value, count])) }
      : facet,
  ),
})

/** Compares ClickHouse's answers with the reference. */
function compare(answers: Answers, question: Question) {
  const expected = buildExpected(question, answers)
  expect(byValue(answers), JSON.stringify(question)).toEqual(byValue(expected))
}

type Match = [propertyId: string, isMailable: boolean]

/** The rows that match each selection's compiled condition, in one scan. */
async function readMatches(selections: readonly Selection[]): Promise<Match[][]> {
  const { bind, params } = createBinder()
  const columns = selections.map(
    ({ criteria, ...options }) =>
      `arraySort(groupArrayIf((property_id, is_mailable), ${compileCriteria(bind, criteria, options)}))`,
  )
  const [row] = await store.services.clickhouse.rows<{ matches: Match[][] }>(
    `select [${columns.join(', ')}] as matches from properties ${settings}, compile_expressions = 0, max_threads = 1`,
    params,
    { seconds: 60 },
  )
  return row?.matches ?? []
}

test(`${runs} random criteria match a row-by-row reference`, { timeout: 900_000 }, async () => {
  const questions = fc.sample(anyQuestion(), { numRuns: runs, seed: 29 })
  let narrowed = 0
  for (let at = 0; at < runs; at += together) {
    const some = questions.slice(at, at + together)
    const found = await readMatches(some.map(({ selection }) => selection))
    for (const [which, { selection }] of some.entries()) {
      // Only criteria that can be sent are tested.
      Criteria.parse(selection.criteria)
      const reference = buildReference(rows, selection)
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

test(`every ${maxWholeSearches}th of them gets the complete answer of the reference`, {
  timeout: 900_000,
}, async () => {
  const questions = fc.sample(anyQuestion(), { numRuns: runs, seed: 42 })
  for (const question of questions.filter((_, at) => at % maxWholeSearches === 0))
    compare(await readAnswers(question), question)
})

test('a county is found under its old and new code, whichever is searched', async () => {
  const both = rows.filter((row) => ['09001', '09120'].includes(row.county_fips)).map((row) => row.property_id)
  const codes = new Set(rows.map((row) => row.county_fips))
  expect(['09001', '09120'].every((code) => codes.has(code))).toBe(true)
  for (const county of ['09001', '09120']) {
    const [found] = await readMatches([{ criteria: { location: { counties: [county] } }, asOf }])
    expect(found?.map(([id]) => id).toSorted()).toEqual(both.toSorted())
  }
})

test('a clause broken in any way is detected', async () => {
  const ownLeads = withNamed(buildOwnLeads(rows.slice(0, 20), rows.slice(10, 40)), rows)
  const question = (criteria: Criteria): Question => ({
    selection: { criteria, ownLeads, asOf },
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
    [{ only: { listIds: [namedIds.list] } }, { only: { listIds: [namedIds.emptyList] } }],
    [{ only: { purchased: 'MAIL' } }, { only: { purchased: 'MAIL_ONLY' } }],
    [{ only: { purchased: 'ANY' } }, { only: { purchased: 'CALL' } }],
    [{}, { exclude: { delivered: false } }],
    [{ exclude: { suppressionListIds: [namedIds.list] } }, { exclude: { suppressionListIds: [namedIds.emptyList] } }],
    [{ exclude: { orderIds: [namedIds.order] } }, {}],
    [{ exclude: { campaignIds: [namedIds.campaign] } }, { exclude: { orderIds: [namedIds.order] } }],
  ]
  for (const [asked, meant] of broken) {
    const answers = await readAnswers(question(asked))
    compare(answers, question(asked))
    expect(() => compare(answers, question(meant)), JSON.stringify(meant)).toThrow()
  }
})
