import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPropertyServices } from '../property-services.fixture.ts'
import { findRoll } from '../rolls/rolls.queries.ts'
import { generateDemo } from './generate.ts'
import { loadDemo } from './load-demo.ts'

const rows = 4_000

let store: Awaited<ReturnType<typeof createPropertyServices>>
const progress: number[] = []

beforeAll(async () => {
  store = await createPropertyServices()
  await loadDemo(store.services, { rows, onProgress: ({ share }) => progress.push(share) })
})
afterAll(() => store.close())

/** Returns the named numbers that a query selects. */
const readStats = async (sql: string): Promise<Record<string, number>> => {
  const [row = {}] = await store.services.clickhouse.rows<Record<string, unknown>>(sql)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}

test('the requested rows are loaded, with an entry that marks them as generated', async () => {
  expect(await readStats('select count() as n, uniq(property_id) as ids from properties')).toEqual({
    n: rows,
    ids: rows,
  })
  expect(await findRoll(store.services.db, 'demo')).toMatchObject({
    isGenerated: true,
    rowsMapped: rows,
    recordedOn: '2026-10-01',
    countyFips: ['04013', '12057', '37183', '39049', '47037', '53033'],
  })
  expect(progress).toEqual([1 / 2, 1])
})

test('the same seed generates the same properties, and another seed different ones', () => {
  const first = [...generateDemo(300)]
  expect([...generateDemo(300)]).toEqual(first)
  expect([...generateDemo(300, 7)]).not.toEqual(first)
})

test('units of a building are as old and of one material, a county assesses all alike, and public bodies owe nothing', () => {
  const properties = [...generateDemo(4_000)]
  const units = Map.groupBy(
    properties.filter(({ facts }) => facts.situsUnit !== null),
    ({ facts }) => `${facts.situsAddress} ${facts.situsZip}`,
  )
  expect(units.size).toBeGreaterThan(10)
  for (const inOne of units.values())
    for (const field of ['yearBuilt', 'construction', 'zoning'] as const)
      expect(new Set(inOne.flatMap(({ facts }) => facts[field] ?? [])).size).toBeLessThanOrEqual(1)
  for (const inOne of Map.groupBy(properties, ({ facts }) => facts.countyFips).values())
    expect(
      new Set(inOne.map(({ facts }) => Math.round(((facts.assessedValue ?? 0) / (facts.marketValue ?? 1)) * 50) / 50))
        .size,
    ).toBe(1)
  const ofPublicBodies = properties.filter(({ owner }) => owner.kind === 'GOVERNMENT')
  expect(ofPublicBodies.length).toBeGreaterThan(5)
  expect(ofPublicBodies.filter(({ facts }) => facts.mortgages?.length || facts.signals.includes('AUCTION'))).toEqual([])
})

test('the data resembles a county: houses, landlords, loans and signals in plausible shares', async () => {
  const share = await readStats(`select
    avg(asset_class = 'RESIDENTIAL') as residential,
    avg(owner_type = 'INDIVIDUAL') as people,
    avg(occupancy = 'OWNER_OCCUPIED') as occupied,
    avg(occupancy = 'ABSENTEE_OUT_OF_STATE') as away,
    avg(properties_owned >= 2) as several,
    avg(open_loans > 0) as mortgaged,
    avg(open_loans is null) as unasked,
    avg(cash_purchase = true) as cash,
    avg(last_sale_date > '2025-10-01') as recent,
    avg(previous_sale_date is not null) as resold,
    avg(is_mailable) as mailable,
    avg(bitTest(signals, 1)) as delinquent,
    avg(is_homestead = true) as homestead,
    avg(land_value < ifNull(improvement_value, 4e9)) as built,
    avg(tax_amount / market_value between 0.003 and 0.02) as taxed,
    avg(bitTest(target_types, 3)) as flippers
    from properties`)
  const between: Record<string, [number, number]> = {
    residential: [0.82, 0.96],
    people: [0.62, 0.88],
    occupied: [0.5, 0.75],
    away: [0.04, 0.14],
    several: [0.12, 0.42],
    mortgaged: [0.35, 0.6],
    unasked: [0.03, 0.07],
    cash: [0.12, 0.35],
    recent: [0.06, 0.18],
    resold: [0.35, 0.55],
    mailable: [0.985, 1],
    delinquent: [0.015, 0.05],
    homestead: [0.35, 0.7],
    built: [0.8, 1],
    taxed: [0.9, 1],
    flippers: [0.002, 0.03],
  }
  for (const [name, [low, high]] of Object.entries(between)) {
    expect(share[name], name).toBeGreaterThanOrEqual(low)
    expect(share[name], name).toBeLessThanOrEqual(high)
  }
  const {
    value = 0,
    year = 0,
    area = 0,
  } = await readStats(`select median(estimated_value) as value,
    median(year_built) as year, median(living_area_sqft) as area from properties where asset_class = 'RESIDENTIAL'`)
  expect(value).toBeGreaterThan(250_000)
  expect(value).toBeLessThan(700_000)
  expect(year).toBeGreaterThan(1950)
  expect(area).toBeGreaterThan(1_200)
})

test('every property lies in its county, and no value is impossible', async () => {
  const wrong = await readStats(`select
    countIf(lat not between 24 and 49 or lng not between -123 and -78) as elsewhere,
    countIf(year_built > 2026) as unbuilt,
    countIf(last_sale_date > '2026-10-01' or previous_sale_date >= last_sale_date) as untimely,
    countIf(owner_type in ('LLC', 'CORPORATION') and has(owner_names, '')) as nameless,
    countIf(startsWith(occupancy, 'ABSENTEE') and mailing_address = address and mailing_zip = zip) as athome,
    countIf(asset_class = '') as unclassed
    from properties`)
  expect(Object.values(wrong)).toEqual([0, 0, 0, 0, 0, 0])
})

test('nobody in it is real: phones and mailboxes are reserved for fiction', async () => {
  const {
    phones = 0,
    emails = 0,
    real = 1,
    owners = 0,
  } = await readStats(`select countIf(kind = 'PHONE') as phones,
    countIf(kind = 'EMAIL') as emails, uniq(owner_key) as owners,
    countIf(not (kind = 'PHONE' and match(value, '^[2-9][0-9]{2}55501[0-9]{2}$')
      or kind = 'EMAIL' and endsWith(value, '@example.com'))) as real from contacts`)
  expect(real).toBe(0)
  expect(phones).toBeGreaterThan(0)
  expect(emails).toBeGreaterThan(0)
  const { all = 1 } = await readStats('select uniq(owner_key) as all from properties')
  expect(owners / all).toBeGreaterThan(0.6)
  expect(owners / all).toBeLessThan(0.8)
})

test('deeds agree with their properties', async () => {
  const wrong = await readStats(`select count() as deeds,
    countIf(property.last_sale_date = recorded_on and not (property.last_sale_price <=> price)) as priced,
    countIf(recorded_on > property.last_sale_date) as later,
    countIf(property.property_id = 0) as lost,
    countIf(seller_key != 0) as flips
    from transfers left join properties as property using property_id`)
  expect(wrong).toMatchObject({ priced: 0, later: 0, lost: 0 })
  expect(wrong.deeds).toBeGreaterThan(rows)
  expect(wrong.flips).toBeGreaterThan(0)
})

test('deeds have a place, a buyer and a payment', async () => {
  const wrong = await readStats(`select
    countIf(not (transfers.lat <=> property.lat and transfers.lng <=> property.lng)) as elsewhere,
    countIf(recorded_on = property.last_sale_date and buyer_type != property.owner_type) as mistyped,
    countIf(recorded_on = property.last_sale_date
      and not (transfers.cash_purchase <=> property.cash_purchase)) as mispaid,
    countIf(transfers.cash_purchase and loan_amount > 0) as both
    from transfers inner join properties as property using property_id`)
  expect(wrong).toEqual({ elsewhere: 0, mistyped: 0, mispaid: 0, both: 0 })
})

test('the counts by place add up to the properties', async () => {
  expect(await readStats('select sum(properties) as n, uniq(county_fips) as counties from place_counts')).toEqual({
    ...{ n: rows, counties: 6 },
  })
  const { properties, transfers } = (await findRoll(store.services.db, 'demo')) ?? {}
  expect(properties).toBe(rows)
  expect(await readStats('select count() as n from transfers')).toEqual({ n: transfers })
})

test('every property with an address is found by it', async () => {
  const there = 'select property_id, source, state, county_fips, zip, city, unit'
  expect(
    await readStats(
      `select count() as n from (${there} from properties where address != '' except ${there} from addresses)`,
    ),
  ).toEqual({ n: 0 })
  expect(await readStats('select count() as n from addresses')).toEqual(
    await readStats("select count() as n from properties where address != ''"),
  )
})
