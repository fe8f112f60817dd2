import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../demo/load-demo.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { findProperties } from '../records/properties.queries.ts'
import type { OwnLeads } from './compile/own-leads.ts'
import { countMatching } from './count.queries.ts'
import { type RankedLead, readLeads } from './leads.queries.ts'
import { buildOwnLeads, matching, type ReferenceRow, readReference } from './reference.fixture.ts'
import { selectLeads } from './select-leads.queries.ts'

const asOf = new Date('2026-10-15T12:00:00Z')

let store: Awaited<ReturnType<typeof createPropertyServices>>
let rows: ReferenceRow[]

beforeAll(async () => {
  store = await createPropertyServices()
  await loadDemo(store.services, { rows: 2_500 })
  rows = await readReference(store.services.clickhouse)
})
afterAll(() => store.close())

const findExpected = (criteria: Criteria) => matching(rows, { criteria, asOf })

const findIds = async (criteria: Criteria, ownLeads?: OwnLeads) => {
  const page = { sort: 'place', order: 'asc', limit: 10_000, offset: 0 } as const
  const found = await findProperties(store.services.clickhouse, { criteria, asOf, ownLeads }, page)
  return found.map((row) => row.propertyId).sort()
}

test('every clause narrows the rows and agrees with the reference', async () => {
  const clauses: Criteria[] = [
    { location: { states: ['TN'] } },
    { location: { counties: ['47037', '39049'] } },
    { location: { cities: ['TN:NASHVILLE', 'WA:SEATTLE'] } },
    { location: { cities: ['TN:nashville'] } },
    { location: { zips: ['37209'] } },
    { location: { near: { lat: 36.16, lng: -86.78, miles: 5 } } },
    { property: { assetClasses: ['VACANT_LAND'] } },
    { property: { assetSubGroups: ['CONDOMINIUM'] } },
    { property: { assetUseTypes: ['ROW_HOUSE'] } },
    { property: { bedrooms: { min: 4 } } },
    { property: { bedrooms: { min: 4, includeUnknown: true } } },
    { property: { yearBuilt: { max: 1950 } } },
    { owner: { ownerTypes: ['LLC', 'TRUST'] } },
    { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
    { owner: { acquiredByQc: ['YES'] } },
    { owner: { targetTypes: ['LANDLORD', 'FLIPPER'] } },
    { owner: { yearsOwned: { min: 15 } } },
    { owner: { propertiesOwned: { min: 2, max: 5 } } },
    { owner: { mailingStates: ['WA'] } },
    { owner: { name: 'holdings' } },
    { mortgage: { loanTypes: ['FHA'], lenderName: 'harrowmere' } },
    { mortgage: { openLoans: { min: 2 } } },
    { mortgage: { ltvPercent: { min: 80 } } },
    { mortgage: { originatedOn: { from: '2024-01-01' } } },
    { sale: { soldOn: { lastDays: 365 } } },
    { sale: { cashPurchase: true, price: { max: 300_000 } } },
    { sale: { armsLength: false } },
    { signals: { anyOf: ['TAX_DELINQUENT', 'VACANT'] } },
    { signals: { allOf: ['HIGH_EQUITY', 'SENIOR_EXEMPTION'] } },
    { signals: { noneOf: ['FREE_AND_CLEAR'] } },
    { contact: { hasPhone: true } },
    { contact: { hasEmail: false } },
    { exclude: { institutional: true } },
  ]
  for (const criteria of clauses) {
    const wanted = findExpected(criteria).map((row) => row.property_id)
    expect(wanted.length, JSON.stringify(criteria)).toBeGreaterThan(0)
    expect(wanted.length, JSON.stringify(criteria)).toBeLessThan(rows.length)
    expect(await findIds(criteria), JSON.stringify(criteria)).toEqual(wanted.sort())
  }
})

test('an outline that crosses itself is searched, not rejected', async () => {
  const bowTie: [number, number][] = [
    [-87, 36],
    [-86, 36.5],
    [-86, 36],
    [-87, 36.5],
    [-87, 36],
  ]
  const criteria: Criteria = { location: { polygons: [{ type: 'Polygon', coordinates: [bowTie] }] } }
  const { count } = await countMatching(store.services.clickhouse, { criteria, asOf })
  expect(count).toBeGreaterThan(0)
})

test('a count returns matches and mailable matches', async () => {
  const criteria: Criteria = { owner: { occupancies: ['ABSENTEE_FOREIGN', 'ABSENTEE_IN_STATE'] } }
  const wanted = findExpected(criteria)
  expect(await countMatching(store.services.clickhouse, { criteria, asOf })).toEqual({
    count: wanted.length,
    mailable: wanted.filter((row) => row.is_mailable).length,
    alreadyDelivered: 0,
    purchased: { total: 0, mail: 0, call: 0, both: 0 },
  })
})

test('purchased leads are counted separately unless the criteria include them', async () => {
  const criteria: Criteria = { owner: { occupancies: ['ABSENTEE_IN_STATE'] } }
  const wanted = findExpected(criteria)
  const ownLeads = buildOwnLeads(wanted.slice(0, 2), wanted.slice(1, 3))
  const { clickhouse } = store.services
  expect(await countMatching(clickhouse, { criteria, asOf, ownLeads })).toMatchObject({
    count: wanted.length - 3,
    alreadyDelivered: 3,
    purchased: { total: 3, mail: 2, call: 2, both: 1 },
  })
  const all = { ...criteria, exclude: { delivered: false } }
  expect(await countMatching(clickhouse, { criteria: all, asOf, ownLeads })).toMatchObject({
    count: wanted.length,
    alreadyDelivered: 0,
    purchased: { total: 3, mail: 2, call: 2, both: 1 },
  })
})

test('pages in every sort order have no gaps or repeats, with unknown values last in both directions', async () => {
  const selection = { criteria: { location: { states: ['TN'] } }, asOf }
  const wanted = findExpected({ location: { states: ['TN'] } }).map((row) => row.property_id)
  const { clickhouse } = store.services
  const page = { limit: 100, showsNames: true }
  for (const sort of [
    'address',
    'ownerName',
    'estimatedValue',
    'yearBuilt',
    'livingAreaSqft',
    'lastSaleDate',
    'lastSalePrice',
  ] as const)
    for (const order of ['asc', 'desc'] as const) {
      const found = []
      for (let offset = 0; offset < wanted.length; offset += 100)
        found.push(...(await findProperties(clickhouse, selection, { ...page, sort, order, offset })))
      expect(found.map((row) => row.propertyId).sort()).toEqual(wanted.sort())
      const values = found.map((row) => row[sort])
      const known = values.filter((value) => value !== null)
      expect(values.slice(known.length).every((value) => value === null)).toBe(true)
      const inOrder = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(known).toEqual(order === 'asc' ? inOrder : inOrder.toReversed())
    }
})

type LeadSelectionInput = Omit<Parameters<typeof selectLeads>[1], 'need'> &
  Partial<Pick<Parameters<typeof selectLeads>[1], 'need'>>

/** Full leads, in the order of selection. */
async function selectAndReadLeads(clickhouse: typeof store.services.clickhouse, draw: LeadSelectionInput) {
  const leads: RankedLead[] = []
  const drawn = await selectLeads(clickhouse, { need: 'MAILABLE', ...draw })
  for await (const some of readLeads(clickhouse, drawn, draw)) leads.push(...some)
  return leads.toSorted((a, b) => a.rank - b.rank).map(({ lead }) => lead)
}

test('the same seed selects the same leads in the same order, and another seed different ones', async () => {
  const { clickhouse } = store.services
  const selection = { criteria: { owner: { ownerTypes: ['INDIVIDUAL' as const] } }, asOf, quantity: 100 }
  const first = await selectAndReadLeads(clickhouse, { ...selection, seed: 'one' })
  expect(first).toHaveLength(100)
  expect(first.every((lead) => lead.ownerName && lead.mailingAddress && lead.mailingZip)).toBe(true)
  expect(await selectAndReadLeads(clickhouse, { ...selection, seed: 'one' })).toEqual(first)
  expect(await selectAndReadLeads(clickhouse, { ...selection, seed: 'one', quantity: 40 })).toEqual(first.slice(0, 40))
  expect(await selectAndReadLeads(clickhouse, { ...selection, seed: 'two' })).not.toEqual(first)
})

test('a selection that continues after a lead returns the following ones without repeats', async () => {
  const { clickhouse } = store.services
  const selection = { criteria: { owner: { ownerTypes: ['INDIVIDUAL' as const] } }, asOf, seed: 'one' }
  const all = await selectAndReadLeads(clickhouse, { ...selection, quantity: 100 })
  const after = all[39]?.propertyId
  expect(await selectAndReadLeads(clickhouse, { ...selection, quantity: 60, after })).toEqual(all.slice(40))
})

test('owners with a phone are searched in parts, with the same result', async () => {
  const { clickhouse } = store.services
  const criteria = { owner: { ownerTypes: ['INDIVIDUAL' as const] } }
  const draw = { criteria, asOf, quantity: 100, need: 'HAS_PHONE' as const }
  const whole = await selectLeads(clickhouse, draw)
  expect(whole).toHaveLength(100)
  expect(await selectLeads(clickhouse, { ...draw, phonesPerPass: 300 })).toEqual(whole)
  const after = whole[59]?.propertyId
  expect(await selectLeads(clickhouse, { ...draw, phonesPerPass: 300, quantity: 40, after })).toEqual(whole.slice(60))
})

test('an order for one county searches only its owners among those with a phone', async () => {
  const { clickhouse } = store.services
  const draw = { asOf, quantity: 2_000, need: 'HAS_PHONE' as const }
  const wide = await selectLeads(clickhouse, { ...draw, criteria: {} })
  const [one] = wide
  const ofCounty = wide.filter(({ countyFips }) => countyFips === one?.countyFips)
  const criteria = { location: { counties: [one?.countyFips ?? ''] } }
  expect(await selectLeads(clickhouse, { ...draw, criteria })).toEqual(ofCounty)
})

test('leads for calls need a name, and a known phone when no skip trace follows, but no address', async () => {
  const { clickhouse } = store.services
  const ids = async (need: 'NAMED' | 'HAS_PHONE') => {
    const leads = await selectAndReadLeads(clickhouse, { criteria: {}, asOf, quantity: 100_000, need })
    return leads.map(({ propertyId }) => propertyId).sort()
  }
  const named = rows.filter((row) => row.owner_names.length > 0 && row.owner_key !== '0')
  expect(named.some((row) => !row.is_mailable)).toBe(true)
  expect(await ids('NAMED')).toEqual(named.map((row) => row.property_id).sort())
  const reachable = named.filter((row) => row.has_phone)
  expect(await ids('HAS_PHONE')).toEqual(reachable.map((row) => row.property_id).sort())
})

test('selected leads exclude purchased ones', async () => {
  const { clickhouse } = store.services
  const criteria: Criteria = { owner: { occupancies: ['ABSENTEE_FOREIGN', 'ABSENTEE_OUT_OF_STATE'] } }
  const wanted = findExpected(criteria)
  const mailable = wanted.filter((row) => row.is_mailable)
  const purchased = mailable.slice(0, 10)
  const ownLeads = buildOwnLeads(purchased)
  const leads = await selectAndReadLeads(clickhouse, { criteria, asOf, ownLeads, quantity: 100_000 })
  expect(leads).toHaveLength(mailable.length - 10)
  expect(purchased.some((row) => leads.some((lead) => lead.propertyId === row.property_id))).toBe(false)
  const again = { ...criteria, exclude: { delivered: false } }
  expect(await selectAndReadLeads(clickhouse, { criteria: again, asOf, ownLeads, quantity: 100_000 })).toHaveLength(
    mailable.length,
  )
})

test('a hundred thousand purchased leads can be excluded', { timeout: 60_000 }, async () => {
  // Spread over the range of ids, as hashes are.
  const scattered = (at: number) => BigInt.asUintN(64, BigInt(at + 1) * 11_400_714_819_323_198_485n)
  const mail = Array.from({ length: 100_000 }, (_, at) => `${scattered(at)}:${scattered(at + 7)}`)
  expect(await findIds({}, { mail, call: [], orders: new Map() })).toHaveLength(rows.length)
})

test('matches of an excluded saved search are left out, and rows with unknown values are not', async () => {
  const { clickhouse } = store.services
  const old: Criteria = { property: { yearBuilt: { max: 1980 } } }
  const selection = { criteria: { exclude: { savedSearchIds: ['1'] } }, excludeCriteria: [old], asOf }
  const { count } = await countMatching(clickhouse, selection)
  expect(rows.some((row) => row.year_built === null)).toBe(true)
  expect(count).toBe(rows.filter((row) => row.year_built === null || row.year_built > 1980).length)
  await expect(countMatching(clickhouse, { ...selection, excludeCriteria: undefined })).rejects.toThrow('are missing')
})
