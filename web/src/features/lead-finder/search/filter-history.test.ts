import { expect, test } from 'vitest'
import { isSameStep, listChangedFields } from './filter-history.ts'

test('changed fields are those set, changed or removed', () => {
  const before = { location: { states: ['TN'], zips: ['37203'] }, property: { bedrooms: { min: 2 } } }
  expect(listChangedFields(before, before)).toEqual([])
  expect(listChangedFields(before, { ...before, property: { bedrooms: { min: 3 } } })).toEqual(['property.bedrooms'])
  expect(listChangedFields(before, { location: { states: ['TN'] } })).toEqual(['location.zips', 'property.bedrooms'])
  expect(listChangedFields({}, { sale: { price: { max: 1 } } })).toEqual(['sale.price'])
})

test('typing one value is one step; another filter or a later change is a new one', () => {
  const typing = (at: number, ...fields: string[]) => ({ at, fields })
  expect(isSameStep(undefined, typing(0, 'property.bedrooms'))).toBe(false)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(400, 'property.bedrooms'))).toBe(true)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(60_000, 'property.bedrooms'))).toBe(false)
  expect(isSameStep(typing(0, 'property.bedrooms'), typing(400, 'property.bathrooms'))).toBe(false)
  const all = ['property.bedrooms', 'location.zips']
  expect(isSameStep(typing(0, ...all), typing(400, ...all))).toBe(false)
})
