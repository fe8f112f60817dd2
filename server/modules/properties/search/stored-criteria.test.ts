import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { criteriaGroups } from '@dooryard/contract/criteria/criteria-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { excludesDelivered, toCriteria, toCriteriaColumns, toCriteriaSummary } from './stored-criteria.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type StoredCriteria = { criteria: unknown; criteriaIds: unknown; criteriaFacts: unknown }

/** The criteria as PostgreSQL stores them, with the derived facts. */
async function storeCriteria(columns: { criteria: string; criteriaIds: string | null }): Promise<StoredCriteria> {
  const { rows } = await sql<StoredCriteria>`
    select ${columns.criteria}::jsonb as "criteria", ${columns.criteriaIds}::jsonb as "criteriaIds",
      criteria_facts(${columns.criteria}, ${columns.criteriaIds}) as "criteriaFacts"`.execute(database.app.db)
  const [row] = rows
  if (!row) throw new Error('nothing came back')
  return row
}

const storeAndSummarize = async (criteria: Criteria) =>
  toCriteriaSummary(await storeCriteria(toCriteriaColumns(criteria)))

const searchId = '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'
const everything: Criteria = {
  location: { counties: ['47037', '47187'], cities: ['TN:NASHVILLE'], zips: ['37203'] },
  property: { yearBuilt: { max: 1980 }, assetClasses: ['RESIDENTIAL'], units: {} },
  owner: { ownerTypes: [] },
  stack: {
    of: [
      { criteria: { exclude: { propertyIds: ['1', '2'] } } },
      { name: 'Second', criteria: { sale: { armsLength: true } } },
    ],
    atLeast: 2,
  },
  only: { propertyIds: ['3'] },
  exclude: { delivered: false, savedSearchIds: [searchId], propertyIds: ['4', '5'] },
}

test('stored criteria are read back unchanged, with their property ids stored separately', async () => {
  const columns = toCriteriaColumns(everything)
  expect(columns.criteria).not.toMatch(/propertyIds/)
  expect(JSON.parse(columns.criteriaIds ?? '')).toEqual({
    exclude: ['4', '5'],
    only: ['3'],
    stacked: { 0: ['1', '2'] },
  })
  expect(toCriteria(await storeCriteria(columns))).toEqual(everything)
  for (const criteria of [{}, { exclude: {} }, { exclude: { propertyIds: [] } }, { location: { states: ['TN'] } }]) {
    expect(toCriteriaColumns(criteria).criteriaIds).toBeNull()
    expect(toCriteria(await storeCriteria(toCriteriaColumns(criteria)))).toEqual(criteria)
  }
})

test('older criteria, stored with their property ids, are read and summarized the same', async () => {
  const before = await storeCriteria({ criteria: JSON.stringify(everything), criteriaIds: null })
  expect(toCriteria(before)).toEqual(everything)
  expect(toCriteriaSummary(before)).toEqual(await storeAndSummarize(everything))
})

test('a summary counts the filters in use besides places, stack and chosen properties', async () => {
  // The year, the class, delivered properties, and the excluded searches and properties.
  const about = { places: 'Davidson County, TN and 3 more', stacked: 2, chosen: 1, excludesSearches: true }
  expect(await storeAndSummarize(everything)).toEqual({ ...about, filters: 5 })
  const named = { suppressionListIds: [searchId], orderIds: [searchId, searchId], campaignIds: [searchId] }
  expect(await storeAndSummarize({ exclude: named })).toMatchObject({ filters: 3, excludesSearches: false })
  const nothing = { filters: 0, places: null, stacked: 0, chosen: 0, excludesSearches: false }
  expect(await storeAndSummarize({})).toEqual(nothing)
  expect(await storeAndSummarize({ exclude: { delivered: true, propertyIds: [] }, location: { zips: [] } })).toEqual(
    nothing,
  )
})

test('a summary counts the filters of every group', async () => {
  const sampleByType = {
    terms: ['OTHER'],
    values: ['A'],
    range: { min: 1 },
    dates: { lastDays: 1 },
    text: 'a',
    yesNo: true,
  }
  const each = criteriaGroups.map(({ key, fields }) => ({
    key,
    // The sample of one field; the function of the database looks at no values.
    criteria: {
      [key]: Object.fromEntries(fields.slice(0, 1).map((field) => [field.key, sampleByType[field.type]])),
    } as Criteria,
  }))
  for (const { key, criteria } of each) expect(await storeAndSummarize(criteria), key).toMatchObject({ filters: 1 })
})

test.each<[words: string, location: Criteria['location']]>([
  ['Tennessee', { states: ['TN'] }],
  ['Orleans Parish, LA', { counties: ['22071'] }],
  ['Saint Louis, MO and 1 more', { cities: ['MO:SAINT LOUIS'], zips: ['63101'] }],
  ['ZIP 37203', { zips: ['37203'] }],
  ['Within 5 miles of a point', { near: { lat: 36, lng: -86, miles: 5 } }],
  ['Within 1 mile of a point', { near: { lat: 36, lng: -86, miles: 1 } }],
])('a summary says %s', async (words, location) => {
  expect((await storeAndSummarize({ location })).places).toBe(words)
})

test('a summary counts drawn areas, and truncates a name longer than any', async () => {
  const area = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-86, 36],
        [-85, 36],
        [-85, 37],
        [-86, 36],
      ],
    ] as [number, number][][],
  }
  expect((await storeAndSummarize({ location: { polygons: [area] } })).places).toBe('One drawn area')
  expect((await storeAndSummarize({ location: { polygons: [area, area, area] } })).places).toBe('3 drawn areas')
  expect((await storeAndSummarize({ location: { cities: [`TN:${'X'.repeat(50_000)}`] } })).places?.length).toBeLessThan(
    110,
  )
})

test('the exclusion of institutional owners counts as a filter', async () => {
  expect(await storeAndSummarize({ exclude: { institutional: true } })).toMatchObject({ filters: 1 })
  expect(await storeAndSummarize({ exclude: { institutional: false } })).toMatchObject({ filters: 0 })
})

test('whether delivered properties are excluded is known without reading the criteria', async () => {
  const excludes = async (criteria: Criteria) => excludesDelivered(await storeCriteria(toCriteriaColumns(criteria)))
  expect(await excludes({})).toBe(true)
  expect(await excludes({ exclude: { delivered: true } })).toBe(true)
  expect(await excludes({ exclude: { delivered: false } })).toBe(false)
})
