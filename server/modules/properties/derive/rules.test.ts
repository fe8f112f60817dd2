import { expect, test } from 'vitest'
import { equityOf } from './equity.ts'
import { propertyIdOf } from './ids.ts'
import { occupancyOf } from './occupancy.ts'
import { signalsOf, targetTypesOf } from './segments.ts'
import { resolveUse } from './use.ts'

const situs = { address: '12 SAMPLE ST', unit: '', city: 'NASHVILLE', state: 'TN', zip: '37209' }
const home = { address: '12 SAMPLE ST', city: 'NASHVILLE', state: 'TN', zip: '37209', country: '' }

test('the tax bill that goes to the property is its occupant’s, however it is written', () => {
  expect(occupancyOf(situs, home)).toBe('OWNER_OCCUPIED')
  expect(occupancyOf(situs, { ...home, address: '12 Sample Street', zip: '37209-1234' })).toBe('OWNER_OCCUPIED')
  expect(occupancyOf(situs, { ...home, address: '12 SAMPLE AVE' })).toBe('OWNER_OCCUPIED')
  expect(occupancyOf({ ...situs, address: '12 N SAMPLE ST' }, home)).toBe('OWNER_OCCUPIED')
  expect(occupancyOf({ ...situs, zip: '' }, home)).toBe('OWNER_OCCUPIED')
  expect(occupancyOf({ ...situs, unit: '4B' }, { ...home, address: '12 SAMPLE ST APT 4B' })).toBe('OWNER_OCCUPIED')
})

test('the tax bill that goes elsewhere is an absentee’s', () => {
  expect(occupancyOf(situs, { ...home, address: '14 SAMPLE ST' })).toBe('ABSENTEE_IN_STATE')
  expect(occupancyOf({ ...situs, unit: '4B' }, { ...home, address: '12 SAMPLE ST APT 5' })).toBe('ABSENTEE_IN_STATE')
  expect(occupancyOf({ ...situs, address: '12 N SAMPLE ST' }, { ...home, address: '12 S SAMPLE ST' })).toBe(
    'ABSENTEE_IN_STATE',
  )
  expect(occupancyOf(situs, { ...home, zip: '37011', city: 'ANTIOCH' })).toBe('ABSENTEE_IN_STATE')
  expect(occupancyOf(situs, { ...home, state: 'GA' })).toBe('ABSENTEE_OUT_OF_STATE')
  expect(occupancyOf(situs, { ...home, state: '', country: 'CA' })).toBe('ABSENTEE_FOREIGN')
})

test('without one of the addresses nobody knows who lives there', () => {
  const nothing = { address: '', city: '', state: '', zip: '', country: '' }
  expect(occupancyOf(situs, nothing)).toBe('UNKNOWN')
  expect(occupancyOf({ ...situs, address: '' }, home)).toBe('UNKNOWN')
  expect(occupancyOf({ ...situs, address: '' }, { ...home, state: 'GA' })).toBe('ABSENTEE_OUT_OF_STATE')
})

test('equity is what the loans leave of the value, and unknown where either is', () => {
  expect(equityOf(400_000, [{ amount: 100_000 }, { amount: 50_000 }])).toEqual({
    openBalance: 150_000,
    equityAmount: 250_000,
    equityPercent: 62.5,
    ltvPercent: 37.5,
  })
  expect(equityOf(400_000, [])).toMatchObject({ openBalance: 0, ltvPercent: 0, equityPercent: 100 })
  expect(equityOf(100_000, [{ amount: 120_000 }])).toMatchObject({ equityAmount: -20_000, equityPercent: -20 })
  const nothing = { openBalance: null, equityAmount: null, equityPercent: null, ltvPercent: null }
  expect(equityOf(400_000, null)).toEqual(nothing)
  expect(equityOf(400_000, [{ amount: null }])).toEqual(nothing)
  expect(equityOf(null, [{ amount: 5 }])).toEqual({ ...nothing, openBalance: 5 })
})

const facts = {
  ownerType: 'INDIVIDUAL',
  occupancy: 'OWNER_OCCUPIED',
  assetClass: 'RESIDENTIAL',
  boughtInCash: false,
  openLoans: null,
  ltvPercent: null,
} as const

test('a person at home is an occupant, unless home is an empty lot', () => {
  expect(targetTypesOf(facts)).toEqual(['OWNER_OCCUPANT'])
  expect(targetTypesOf({ ...facts, assetClass: 'VACANT_LAND' })).toEqual([])
  expect(targetTypesOf({ ...facts, ownerType: 'LLC' })).toEqual([])
  expect(targetTypesOf({ ...facts, ownerType: 'LENDER', boughtInCash: true })).toEqual(['CASH_BUYER', 'LENDER'])
  expect(targetTypesOf({ ...facts, ownerType: 'GOVERNMENT', occupancy: 'UNKNOWN' })).toEqual(['INSTITUTIONAL'])
})

test('signals follow from what is known, and nothing follows from what is not', () => {
  expect(signalsOf(facts)).toEqual([])
  expect(signalsOf({ ...facts, openLoans: 0, ltvPercent: 0 })).toEqual(['FREE_AND_CLEAR', 'HIGH_EQUITY'])
  expect(signalsOf({ ...facts, openLoans: 1, ltvPercent: 80 })).toEqual(['LOW_EQUITY'])
  expect(signalsOf({ ...facts, occupancy: 'ABSENTEE_FOREIGN', ownerType: 'ESTATE' })).toEqual([
    'OUT_OF_STATE_OWNER',
    'INHERITED',
  ])
  expect(signalsOf({ ...facts, occupancy: 'VACANT', ownerType: 'LENDER' })).toEqual(['VACANT', 'BANK_OWNED'])
})

test('a use leads to its sub-group and class, and dwellings make apartments exact', () => {
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

test('a parcel has one number for ever, however its APN is spaced', () => {
  expect(propertyIdOf('47037', '091-15-0-042.00')).toBe(15_879_038_248_310_720_272n)
  expect(propertyIdOf('47037', '091 15 0 042.00')).toBe(propertyIdOf('47037', '09115 0042.00'))
  expect(propertyIdOf('47037', '1')).not.toBe(propertyIdOf('47039', '1'))
})
