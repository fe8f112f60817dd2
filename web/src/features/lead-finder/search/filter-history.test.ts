import { expect, test } from 'vitest'
import { changedFields, isSameStep } from './filter-history.ts'

test('criteria differ in the filters that were set, changed or taken away', () => {
  const before = { location: { states: ['TN'], zips: ['37203'] }, property: { bedrooms: { min: 2 } } }
  expect(changedFields(before, before)).toEqual([])
  expect(changedFields(before, { ...before, property: { bedrooms: { min: 3 } } })).toEqual(['property.bedrooms'])
  expect(changedFields(before, { location: { states: ['TN'] } })).toEqual(['location.zips', 'property.bedrooms'])
  expect(changedFields({}, { sale: { price: { max: 1 } } })).toEqual(['sale.price'])
})

test('a value that is being typed is one step, and another filter or a later change is a step of its own', () => {
  const typing = (at: number, ...fields: string[]) => ({ at, fields })
  expect(isSameStep(undefined, typing(0, 'property.bedrooms'))).toBe(false)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(400, 'property.bedrooms'))).toBe(true)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(60_000, 'property.bedrooms'))).toBe(false)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(400, 'property.bathrooms'))).toBe(false)
  const all = ['property.bedrooms', 'location.zips']
  expect(isSameStep(typing(0, ...all), typing(400, ...all))).toBe(false)
})
