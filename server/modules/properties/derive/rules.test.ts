import { expect, test } from 'vitest'
import { computeEquity } from './equity.ts'
import { toPropertyId } from './ids.ts'
import { deriveOccupancy } from './occupancy.ts'
import { deriveSignals, deriveTargetTypes } from './segments.ts'
import { resolveUse } from './use.ts'

const situs = { address: '12 SAMPLE ST', unit: '', city: 'NASHVILLE', state: 'TN', zip: '37209' }
const home = { address: '12 SAMPLE ST', city: 'NASHVILLE', state: 'TN', zip: '37209', country: '' }

test('a tax bill sent to the property means an occupant, in any spelling', () => {
  expect(deriveOccupancy(situs, home)).toBe('OWNER_OCCUPIED')
  expect(deriveOccupancy(situs, { ...home, address: '12 Sample Street', zip: '37209-1234' })).toBe('OWNER_OCCUPIED')
  expect(deriveOccupancy(situs, { ...home, address: '12 SAMPLE AVE' })).toBe('OWNER_OCCUPIED')
  expect(deriveOccupancy({ ...situs, address: '12 N SAMPLE ST' }, home)).toBe('OWNER_OCCUPIED')
  expect(deriveOccupancy({ ...situs, zip: '' }, home)).toBe('OWNER_OCCUPIED')
  expect(deriveOccupancy({ ...situs, unit: '4B' }, { ...home, address: '12 SAMPLE ST APT 4B' })).toBe('OWNER_OCCUPIED')
})

test('a tax bill sent elsewhere means an absentee owner', () => {
  expect(deriveOccupancy(situs, { ...home, address: '14 SAMPLE ST' })).toBe('ABSENTEE_IN_STATE')
  expect(deriveOccupancy({ ...situs, unit: '4B' }, { ...home, address: '12 SAMPLE ST APT 5' })).toBe(
    'ABSENTEE_IN_STATE',
  )
  expect(deriveOccupancy({ ...situs, address: '12 N SAMPLE ST' }, { ...home, address: '12 S SAMPLE ST' })).toBe(
    'ABSENTEE_IN_STATE',
  )
  expect(deriveOccupancy(situs, { ...home, zip: '37011', city: 'ANTIOCH' })).toBe('ABSENTEE_IN_STATE')
  expect(deriveOccupancy(situs, { ...home, state: 'GA' })).toBe('ABSENTEE_OUT_OF_STATE')
  expect(deriveOccupancy(situs, { ...home, state: '', country: 'CA' })).toBe('ABSENTEE_FOREIGN')
})

test('occupancy is unknown without one of the addresses', () => {
  const nothing = { address: '', city: '', state: '', zip: '', country: '' }
  expect(deriveOccupancy(situs, nothing)).toBe('UNKNOWN')
  expect(deriveOccupancy({ ...situs, address: '' }, home)).toBe('UNKNOWN')
  expect(deriveOccupancy({ ...situs, address: '' }, { ...home, state: 'GA' })).toBe('ABSENTEE_OUT_OF_STATE')
})

test('a homestead is owner occupied where the mailing address cannot tell, and its lack says nothing', () => {
  const occupancy = (mailing: Partial<typeof home>, isHomestead: boolean | null) =>
    deriveOccupancy(situs, { ...home, ...mailing }, undefined, isHomestead)
  const [nowhere, postBox] = [{ address: '', city: '', state: '', zip: '' }, { address: 'P.O. Box 12' }]
  expect([nowhere, postBox].map((mailing) => occupancy(mailing, true))).toEqual(['OWNER_OCCUPIED', 'OWNER_OCCUPIED'])
  for (const isHomestead of [false, null])
    expect([nowhere, postBox].map((mailing) => occupancy(mailing, isHomestead))).toEqual([
      'UNKNOWN',
      'ABSENTEE_IN_STATE',
    ])
  expect(occupancy({ address: '14 SAMPLE ST' }, true)).toBe('ABSENTEE_IN_STATE')
  expect(occupancy({ ...postBox, state: 'GA' }, true)).toBe('ABSENTEE_OUT_OF_STATE')
  expect(occupancy({}, false)).toBe('OWNER_OCCUPIED')
})

test('equity is the value minus the loans, and unknown when either is', () => {
  expect(computeEquity(400_000, [{ amount: 100_000 }, { amount: 50_000 }])).toEqual({
    openBalance: 150_000,
    equityAmount: 250_000,
    equityPercent: 62.5,
    ltvPercent: 37.5,
  })
  expect(computeEquity(400_000, [])).toMatchObject({ openBalance: 0, ltvPercent: 0, equityPercent: 100 })
  expect(computeEquity(100_000, [{ amount: 120_000 }])).toMatchObject({ equityAmount: -20_000, equityPercent: -20 })
  const nothing = { openBalance: null, equityAmount: null, equityPercent: null, ltvPercent: null }
  expect(computeEquity(400_000, null)).toEqual(nothing)
  expect(computeEquity(400_000, [{ amount: null }])).toEqual(nothing)
  expect(computeEquity(null, [{ amount: 5 }])).toEqual({ ...nothing, openBalance: 5 })
})

const facts = {
  ownerType: 'INDIVIDUAL',
  occupancy: 'OWNER_OCCUPIED',
  assetClass: 'RESIDENTIAL',
  boughtInCash: false,
  openLoans: null,
  ltvPercent: null,
} as const

test('a person at home is an occupant, except on vacant land', () => {
  expect(deriveTargetTypes(facts)).toEqual(['OWNER_OCCUPANT'])
  expect(deriveTargetTypes({ ...facts, assetClass: 'VACANT_LAND' })).toEqual([])
  expect(deriveTargetTypes({ ...facts, ownerType: 'LLC' })).toEqual([])
  expect(deriveTargetTypes({ ...facts, ownerType: 'LENDER', boughtInCash: true })).toEqual(['CASH_BUYER', 'LENDER'])
  expect(deriveTargetTypes({ ...facts, ownerType: 'GOVERNMENT', occupancy: 'UNKNOWN' })).toEqual(['INSTITUTIONAL'])
})

test('signals follow from known values only', () => {
  expect(deriveSignals(facts)).toEqual([])
  expect(deriveSignals({ ...facts, openLoans: 0, ltvPercent: 0 })).toEqual(['FREE_AND_CLEAR', 'HIGH_EQUITY'])
  expect(deriveSignals({ ...facts, openLoans: 1, ltvPercent: 80 })).toEqual(['LOW_EQUITY'])
  expect(deriveSignals({ ...facts, occupancy: 'ABSENTEE_FOREIGN', ownerType: 'ESTATE' })).toEqual([
    'OUT_OF_STATE_OWNER',
    'INHERITED',
  ])
  expect(deriveSignals({ ...facts, occupancy: 'VACANT', ownerType: 'LENDER' })).toEqual(['VACANT', 'BANK_OWNED'])
})

test('a use maps to its sub-group and class, and the number of dwellings refines apartments', () => {
  expect(resolveUse('ROW_HOUSE', null)).toEqual({
    assetClass: 'RESIDENTIAL',
    subGroup: 'TOWNHOUSE',
    useType: 'ROW_HOUSE',
  })
  expect(resolveUse('APARTMENT', null)).toMatchObject({ assetClass: 'MULTIFAMILY', subGroup: 'APARTMENT' })
  expect(resolveUse('APARTMENT', 12).subGroup).toBe('APARTMENT_5_TO_19')
  expect(resolveUse('APARTMENT', 64).subGroup).toBe('APARTMENT_20_PLUS')
  expect(resolveUse('SMALL_MULTIFAMILY', 3)).toMatchObject({ assetClass: 'RESIDENTIAL', subGroup: 'TRIPLEX' })
})

test('a parcel has one permanent id, for any spacing of its APN', () => {
  expect(toPropertyId('47037', '091-15-0-042.00')).toBe(15_879_038_248_310_720_272n)
  expect(toPropertyId('47037', '091 15 0 042.00')).toBe(toPropertyId('47037', '09115 0042.00'))
  expect(toPropertyId('47037', '1')).not.toBe(toPropertyId('47039', '1'))
})
