import { SimpleFaker } from '@faker-js/faker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { insertAddresses } from '../rolls/ingest/stage-derived.queries.ts'
import { insertRows } from '../transfers/rows.fixture.ts'
import { findProperties } from './find-properties.ts'
import { listAddresses } from './list-addresses.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context

const tennessee = { state: 'TN', county_fips: '47037', zip: '37209', city: 'NASHVILLE' }
const missouri = { state: 'MO', county_fips: '29510', zip: '63110', city: 'SAINT LOUIS' }
const louisiana = { state: 'LA', county_fips: '22071', zip: '70112', city: 'NEW ORLEANS' }

const parcels = { '100': '093-04-0 123.00', '114': '77-A-9912' }

const known: [address: string, unit: string, place: typeof tennessee][] = [
  ['1208 EXAMPLE ORCHARD LN', '', tennessee],
  ['1208 EXAMPLE ORCHARD LANE', '', missouri],
  ['1208 EXAMPLETON AVE', '', tennessee],
  ['1208 N EXAMPLE ST', 'APT 4', tennessee],
  ['1208 N EXAMPLE ST', 'APT 41', tennessee],
  ['1208 NORTH EXAMPLE STREET', 'UNIT 2', louisiana],
  ['12 EXAMPLE ORCHARD LN', '', tennessee],
  ['12080 EXAMPLE ORCHARD LN', '', tennessee],
  ['41-12 31ST ST', '', missouri],
  ['41-20 31ST ST', '', missouri],
  ["7 O'MOCK CT", '', tennessee],
  ['7 ST. SAMPLE PL', '', tennessee],
  ['9 LA PLAZA', '', louisiana],
  ['EXAMPLE QUARRY RD', '', tennessee],
  ['', '', tennessee],
]

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = { ...store.services, signal: new AbortController().signal } as Context
  const rows = known.map(([address, unit, place], at) => ({
    ...{ source: 'example-rolls', property_id: String(100 + at), ...place, address, unit },
    apn: parcels[String(100 + at) as keyof typeof parcels] ?? '',
    ...{ lat: 36 + at / 100, lng: -86 },
  }))
  await insertRows(store.services.clickhouse, 'properties', rows)
  await store.services.clickhouse.run(insertAddresses('addresses', 'properties', 'true'))
})
afterAll(() => store.close())

const findLabels = async (search: string, limit = 20) => {
  const { items } = await listAddresses(ctx, { search, limit })
  return items.map(({ address, unit, state }) => [address, unit, state].filter(Boolean).join(', '))
}

const findMatches = async (search: string) => {
  const { items } = await findProperties(ctx, { search, limit: 20 })
  return items.map(({ address, state }) => [address, state].filter(Boolean).join(', '))
}

const orchard = ['1208 EXAMPLE ORCHARD LANE, MO', '1208 EXAMPLE ORCHARD LN, TN']
const north = ['1208 N EXAMPLE ST, APT 4, TN', '1208 N EXAMPLE ST, APT 41, TN']
const northInLouisiana = '1208 NORTH EXAMPLE STREET, UNIT 2, LA'

const typed: [search: string, addresses: string[]][] = [
  // House number and street, partly and fully typed.
  ['1208 exa', [...orchard, '1208 EXAMPLETON AVE, TN', northInLouisiana, ...north]],
  ['1208 example', [...orchard, '1208 EXAMPLETON AVE, TN', northInLouisiana, ...north]],
  ['1208 examplet', ['1208 EXAMPLETON AVE, TN']],
  ['1208 example orch', orchard],
  ['1208 orchard', []],
  // In any spelling.
  ['1208 Example Orchard Ln', orchard],
  ['1208 EXAMPLE ORCHARD LANE', orchard],
  ['1208 example orchard la', orchard],
  ['  1208,, example.. orchard ', orchard],
  ['1208 north example', [northInLouisiana, ...north]],
  ['1208 n. example st', [northInLouisiana, ...north]],
  ['1208 n example str', [northInLouisiana, ...north]],
  ['7 omock', ["7 O'MOCK CT, TN"]],
  ["7 O'Mock court", ["7 O'MOCK CT, TN"]],
  ['7 o’mock', ["7 O'MOCK CT, TN"]],
  ['7 saint sample', ['7 ST. SAMPLE PL, TN']],
  ['9 la pl', ['9 LA PLAZA, LA']],
  // Followed by a place.
  ['1208 Example Orchard Ln, Nashville TN', ['1208 EXAMPLE ORCHARD LN, TN']],
  ['1208 example 37209', ['1208 EXAMPLE ORCHARD LN, TN', '1208 EXAMPLETON AVE, TN', ...north]],
  ['1208 example 631', ['1208 EXAMPLE ORCHARD LANE, MO']],
  ['1208 example orchard st louis', ['1208 EXAMPLE ORCHARD LANE, MO']],
  ['1208 example orchard saint louis missouri', ['1208 EXAMPLE ORCHARD LANE, MO']],
  ['1208 example la', [...orchard, northInLouisiana]],
  ['1208 example, new orleans', [northInLouisiana]],
  ['1208 example orchard chicago', []],
  // With a unit.
  ['1208 n example st apt 4', north],
  ['1208 n example st #41', ['1208 N EXAMPLE ST, APT 41, TN']],
  ['1208 example st unit 2', [northInLouisiana]],
  // A number alone matches exactly that number.
  ['12', ['12 EXAMPLE ORCHARD LN, TN']],
  ['120', []],
  // Number ranges.
  ['41 31st', ['41-12 31ST ST, MO', '41-20 31ST ST, MO']],
  ['41-20 31st', ['41-20 31ST ST, MO']],
  // Without a number.
  ['example qu', ['EXAMPLE QUARRY RD, TN']],
]

test.each(typed)('%s', async (search, addresses) => {
  expect(await findLabels(search)).toEqual(addresses)
})

test('an address is returned as its roll spells it, with its position, up to the limit', async () => {
  const { items } = await listAddresses(ctx, { search: '1208 n example', limit: 2 })
  expect(items).toHaveLength(2)
  expect(items[1]).toEqual({
    ...{ propertyId: '103', address: '1208 N EXAMPLE ST', unit: 'APT 4', city: 'NASHVILLE' },
    ...{ state: 'TN', zip: '37209', lat: 36.03, lng: -86 },
  })
})

test('input that is not an address returns an empty list', async () => {
  for (const search of [
    "x' or 1=1 --",
    '1208 {p1:String}',
    '\\',
    '%',
    '_',
    '日本',
    '#',
    '1 '.repeat(50),
    "1208 ' or ''='",
  ])
    expect([search, await findLabels(search)]).toEqual([search, []])
})

test('every prefix of an address finds it, in any spelling', { timeout: 300_000 }, async () => {
  const random = new SimpleFaker({ seed: 11 })
  const whole = known.filter(([address]) => /^\d+ \S+ \S+/.test(address))
  for (let round = 0; round < scaleForTorture(60, 600); round += 1) {
    const one = whole[Math.floor(random.number.float() * whole.length)]
    if (!one) throw new Error('there is nothing to look for')
    const [address, unit, { city, state, zip }] = one
    const line = `${address}${unit ? ` ${unit}` : ''}, ${city}, ${state} ${zip}`
    // At least up to the first letter of the street.
    const from = address.indexOf(' ') + 2
    const prefix = line.slice(0, from + Math.floor(random.number.float() * (line.length - from + 1)))
    const search = random.helpers.arrayElement([
      prefix,
      prefix.toLowerCase(),
      prefix.replaceAll(',', ''),
      prefix.replaceAll(' ', '  '),
    ])
    const shown = [address, unit, state].filter(Boolean).join(', ')
    expect([search, await findLabels(search)]).toEqual([search, expect.arrayContaining([shown])])
  }
})

test.each([
  ['1208 example orchard', orchard],
  ['orchard 1208', ['1208 EXAMPLE ORCHARD LN, TN', '1208 EXAMPLE ORCHARD LANE, MO', '12080 EXAMPLE ORCHARD LN, TN']],
  ['nashville quarry', ['EXAMPLE QUARRY RD, TN']],
  ['sample place 37209', ['7 ST. SAMPLE PL, TN']],
  ['63110 31st', ['41-12 31ST ST, MO', '41-20 31ST ST, MO']],
  ['093-04-0 123.00', ['1208 EXAMPLE ORCHARD LN, TN']],
  ['0930401 2300', ['1208 EXAMPLE ORCHARD LN, TN']],
  ['77a9912', ['TN']],
  ['nowhere quarry', []],
])('properties are found by words in any order and by parcel number: %s', async (search, addresses) => {
  // A scan stops after a second, also on a busy machine.
  await expect.poll(() => findMatches(search), { timeout: 20_000 }).toEqual(addresses)
})

test.each([
  ['1208 example orchard', []],
  ['orchard 1208', ['addresses']],
  ['77a9912', ['properties']],
  // By house number first, which the sort key narrows down.
  ['00-000-000', ['properties', 'addresses', 'addresses']],
])('only what no index finds is scanned for, and leaves readers free: %s', async (search, scanned) => {
  const { clickhouse } = store.services
  const heavy: string[] = []
  const rows: typeof clickhouse.rows = (sql, params, options) => {
    const [, table = ''] = /from (addresses|properties)\b/.exec(sql) ?? []
    if (options?.isHeavy) heavy.push(table)
    expect(sql.includes('timeout_overflow_mode')).toBe(options?.isHeavy ?? false)
    return clickhouse.rows(sql, params, options)
  }
  await findProperties({ ...ctx, clickhouse: { ...clickhouse, rows } }, { search, limit: 20 })
  expect(heavy).toEqual(scanned)
})
