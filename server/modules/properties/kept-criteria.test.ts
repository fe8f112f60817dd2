import type { Criteria } from '@dooryard/contract/criteria'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { criteriaColumns, criteriaOf, excludesDelivered, summaryOf } from './kept-criteria.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

type Kept = { criteria: unknown; criteriaIds: unknown; criteriaFacts: unknown }

/** Criteria as the database has them, with what it finds out about them. */
async function kept(columns: { criteria: string; criteriaIds: string | null }): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select ${columns.criteria}::jsonb as "criteria", ${columns.criteriaIds}::jsonb as "criteriaIds",
      criteria_facts(${columns.criteria}, ${columns.criteriaIds}) as "criteriaFacts"`.execute(database.app.db)
  const [row] = rows
  if (!row) throw new Error('nothing came back')
  return row
}

const summary = async (criteria: Criteria) => summaryOf(await kept(criteriaColumns(criteria)))

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

test('criteria come back as they were kept, with their property ids apart from the rest meanwhile', async () => {
  const columns = criteriaColumns(everything)
  expect(columns.criteria).not.toMatch(/propertyIds/)
  expect(JSON.parse(columns.criteriaIds ?? '')).toEqual({
    exclude: ['4', '5'],
    only: ['3'],
    stacked: { 0: ['1', '2'] },
  })
  expect(criteriaOf(await kept(columns))).toEqual(everything)
  for (const criteria of [{}, { exclude: {} }, { exclude: { propertyIds: [] } }, { location: { states: ['TN'] } }]) {
    expect(criteriaColumns(criteria).criteriaIds).toBeNull()
    expect(criteriaOf(await kept(criteriaColumns(criteria)))).toEqual(criteria)
  }
})

test('criteria kept before, whose property ids stand among the rest, are read and summed up the same', async () => {
  const before = await kept({ criteria: JSON.stringify(everything), criteriaIds: null })
  expect(criteriaOf(before)).toEqual(everything)
  expect(summaryOf(before)).toEqual(await summary(everything))
})

test('a summary counts the filters that say something, beside the places, the stack and the chosen properties', async () => {
  // The year, the class, what was delivered, the searches and the properties that are left out.
  const about = { places: 'Davidson County, TN and 3 more', stacked: 2, chosen: 1, excludesSearches: true }
  expect(await summary(everything)).toEqual({ ...about, filters: 5 })
  const nothing = { filters: 0, places: null, stacked: 0, chosen: 0, excludesSearches: false }
  expect(await summary({})).toEqual(nothing)
  expect(await summary({ exclude: { delivered: true, propertyIds: [] }, location: { zips: [] } })).toEqual(nothing)
})

test.each<[words: string, location: Criteria['location']]>([
  ['Tennessee', { states: ['TN'] }],
  ['Orleans Parish, LA', { counties: ['22071'] }],
  ['Saint Louis, MO and 1 more', { cities: ['MO:SAINT LOUIS'], zips: ['63101'] }],
  ['ZIP 37203', { zips: ['37203'] }],
  ['Within 5 miles of a point', { near: { lat: 36, lng: -86, miles: 5 } }],
  ['Within 1 mile of a point', { near: { lat: 36, lng: -86, miles: 1 } }],
])('a summary says %s', async (words, location) => {
  expect((await summary({ location })).places).toBe(words)
})

test('a summary says how many areas are drawn, and cuts a name that is longer than any', async () => {
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
  expect((await summary({ location: { polygons: [area] } })).places).toBe('One drawn area')
  expect((await summary({ location: { polygons: [area, area, area] } })).places).toBe('3 drawn areas')
  expect((await summary({ location: { cities: [`TN:${'X'.repeat(50_000)}`] } })).places?.length).toBeLessThan(110)
})

test('whether what was delivered is left out is known without the criteria', async () => {
  const excludes = async (criteria: Criteria) => excludesDelivered(await kept(criteriaColumns(criteria)))
  expect(await excludes({})).toBe(true)
  expect(await excludes({ exclude: { delivered: true } })).toBe(true)
  expect(await excludes({ exclude: { delivered: false } })).toBe(false)
})
