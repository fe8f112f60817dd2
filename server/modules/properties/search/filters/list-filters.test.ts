import { criteriaGroups } from '@dooryard/contract/criteria/criteria-fields'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import { describeFields, listDistances, listVocabulary } from './list-filters.ts'

const { services, close } = await createPropertyServices()
afterAll(close)

/** Four properties: two houses with loans, a store, and one with almost no data. */
beforeAll(async () => {
  const signals = signalMask.toMask(['VACANT', 'INHERITED'])
  const targets = targetTypeMask.toMask(['LANDLORD', 'CASH_BUYER'])
  await services.clickhouse.run(`insert into properties (source, property_id, asset_class, asset_sub_group,
    asset_use_type, owner_type, occupancy, acquired_by_qc, mailing_state, target_types, signals, year_built,
    estimated_value, equity_amount, last_sale_date, mortgages.loan_type, mortgages.lender_type,
    mortgages.originated_on, mortgages.position, mortgages.lender, mortgages.amount, mortgages.rate_type) values
    ('x', 1, 'RESIDENTIAL', 'SINGLE_FAMILY', 'DETACHED_HOUSE', 'LLC', 'OWNER_OCCUPIED', 'YES', 'TN', ${targets}, ${signals},
     1920, 250000, -5000, '2016-05-01', ['FHA', 'FHA'], ['BANK', 'PRIVATE'], ['2016-05-01', null], [1, 2], ['', ''],
     [100, null], ['', '']),
    ('x', 2, 'RESIDENTIAL', 'TOWNHOUSE', 'ROW_HOUSE', 'TRUST', 'UNKNOWN', 'NO', 'KY', 0, ${signalMask.toMask(['VACANT'])},
     2001, 900000, 12000, '2020-02-29', ['VA'], ['BANK'], ['2021-01-15'], [1], [''], [200], ['']),
    ('x', 3, 'RETAIL', 'STORE', '', 'LLC', 'UNKNOWN', 'UNKNOWN', 'TN', 0, 0, null, null, null, null,
     [], [], [], [], [], [], []),
    ('x', 4, '', '', '', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', '', 0, 0, null, null, null, null, [], [], [], [], [], [], [])`)
  // A response waits only briefly for the counts and ranges; later ones have them.
  await vi.waitFor(
    async () => {
      expect((await listVocabulary(services, 'assetClasses')).items[0]).toHaveProperty('count')
      const { fields } = await describeFields(services, ['property'])
      expect(fields.find(({ key }) => key === 'yearBuilt')).toHaveProperty('min')
    },
    { timeout: 60_000 },
  )
})

const toCounts = (items: { value: string; count?: number | undefined }[]) =>
  Object.fromEntries(items.filter(({ count }) => count !== 0).map(({ value, count }) => [value, count]))

test('each value of a vocabulary has a label and a property count', async () => {
  const { items } = await listVocabulary(services, 'assetClasses')
  expect(items).toHaveLength(11)
  expect(items[0]).toEqual({
    value: 'RESIDENTIAL',
    label: 'Residential',
    description: 'One to four dwellings: houses, condominiums, townhouses, manufactured homes',
    count: 2,
  })
  expect(toCounts(items)).toEqual({ RESIDENTIAL: 2, RETAIL: 1 })
  expect(toCounts((await listVocabulary(services, 'ownerTypes')).items)).toEqual({ LLC: 2, TRUST: 1, UNKNOWN: 1 })
  expect(toCounts((await listVocabulary(services, 'occupancies')).items)).toEqual({ OWNER_OCCUPIED: 1, UNKNOWN: 3 })
  expect(toCounts((await listVocabulary(services, 'yesNoUnknown')).items)).toEqual({ YES: 1, NO: 1, UNKNOWN: 2 })
})

test('a property with several values counts once for each of them', async () => {
  expect(toCounts((await listVocabulary(services, 'targetTypes')).items)).toEqual({ LANDLORD: 1, CASH_BUYER: 1 })
  expect(toCounts((await listVocabulary(services, 'signals')).items)).toEqual({ VACANT: 2, INHERITED: 1 })
  expect(toCounts((await listVocabulary(services, 'loanTypes')).items)).toEqual({ FHA: 1, VA: 1 })
  expect(toCounts((await listVocabulary(services, 'lenderTypes')).items)).toEqual({ BANK: 2, PRIVATE: 1 })
})

test('sub-groups belong to a class and use types to a sub-group, and can be filtered by it', async () => {
  const retail = await listVocabulary(services, 'assetSubGroups', 'RETAIL')
  expect(retail.items.map(({ value, parent, count }) => [value, parent, count])).toEqual([
    ['STORE', 'RETAIL', 1],
    ['STRIP_CENTER', 'RETAIL', 0],
    ['RESTAURANT', 'RETAIL', 0],
  ])
  const houses = await listVocabulary(services, 'assetUseTypes', 'SINGLE_FAMILY')
  expect(houses.items.map(({ value, count }) => [value, count])).toEqual([
    ['DETACHED_HOUSE', 1],
    ['MULTIPLE_HOUSES', 0],
  ])
})

test('every criteria field is described by one of the three calls, in table order', async () => {
  const calls = [
    ['property'],
    ['owner'],
    ['mortgage'],
    ['sale'],
    ['signals'],
    ['contact'],
    ['building', 'assessment'],
  ] as const
  const described = await Promise.all(calls.map((groups) => describeFields(services, groups)))
  expect(described.flatMap(({ fields }) => fields.map(({ group, key }) => `${group}.${key}`))).toEqual(
    criteriaGroups.flatMap((group) => group.fields.map(({ key }) => `${group.key}.${key}`)),
  )
})

test('a field has its type, unit, operators and values, and the range of the loaded data', async () => {
  const { fields } = await describeFields(services, ['property', 'owner', 'mortgage', 'sale', 'contact'])
  const field = (key: string) => fields.find((one) => one.key === key)
  expect(field('yearBuilt')).toEqual({
    key: 'yearBuilt',
    group: 'property',
    label: 'Year built',
    type: 'range',
    operators: ['min', 'max', 'includeUnknown'],
    unit: 'year',
    min: 1920,
    max: 2001,
  })
  expect(field('estimatedValue')).toMatchObject({ unit: 'dollars', min: 250_000, max: 900_000 })
  expect(field('equityAmount')).toMatchObject({ min: -5_000, max: 12_000 })
  expect(field('soldOn')).toMatchObject({ type: 'dates', min: '2016-05-01', max: '2020-02-29' })
  expect(field('originatedOn')).toMatchObject({ min: '2016-05-01', max: '2021-01-15' })
  expect(field('stories')).not.toHaveProperty('min')
  expect(field('yearsOwned')).toMatchObject({ unit: 'years', min: expect.any(Number), max: expect.any(Number) })
  expect(field('name')).toMatchObject({ type: 'text', operators: ['words'] })
  expect(field('hasPhone')).toMatchObject({ type: 'yesNo', operators: ['is'] })
  const states = field('mailingStates')?.values ?? []
  expect(states).toContainEqual({ value: 'TN', label: 'Tennessee', count: 2 })
  expect(states).toContainEqual({ value: 'PR', label: 'Puerto Rico', count: 0 })
})

test('distances have labels', () => {
  expect(listDistances().items.map(({ label }) => label)).toEqual([
    '0.25 miles',
    '0.5 miles',
    '1 mile',
    '2 miles',
    '3 miles',
    '5 miles',
    '10 miles',
    '25 miles',
    '50 miles',
  ])
})
