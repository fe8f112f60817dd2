import { getExample } from '@dooryard/contract/api/examples'
import { Property } from '@dooryard/contract/properties/properties'
import { expect, test } from 'vitest'
import { maskName, maskProperty, maskRow } from './mask-owner.ts'

const property = Property.parse(getExample(Property))

test.each([
  ['TESTWELL HOLDINGS LLC', 'T••••• H••••• L•••••'],
  ['SAMPLER, JANE A', 'S••••• J••••• A•••••'],
  ['Sampler Jane & Ada', 'S••••• J••••• A•••••'],
  ["O'SAMPLE/PRIZE", 'O••••• P•••••'],
  ['ÉXAMPLE FAMILY TRUST 1998', 'É••••• F••••• T••••• 1•••••'],
  ['CITY OF EXAMPLETON', 'C••••• O••••• E•••••'],
  ['***', '•••••'],
  ['', '•••••'],
])('%s is cut to its initials', (name, masked) => expect(maskName(name)).toBe(masked))

test('the length of a masked name says nothing about that of its words', () => {
  expect(maskName('LI WU')).toBe(maskName('LONGFELLOW-EXAMPLETON WILHELMINA'))
})

test('of a mailing address, the city and state stay', () => {
  expect(maskRow({ ...property, ownerName: 'SAMPLER JANE & ADA' })).toMatchObject({
    isOwnerMasked: true,
    ownerName: 'S••••• J••••• & A•••••',
    mailingAddress: '•••••',
    mailingCity: property.mailingCity,
    mailingState: property.mailingState,
    mailingZip: '•••••',
  })
})

test('unknown values stay unknown, and an unknown owner is not masked', () => {
  const unknown = { ownerName: null, mailingAddress: null, mailingZip: null }
  expect(maskRow({ ...property, ...unknown })).toMatchObject({ ...unknown, isOwnerMasked: false })
})

test('a masked property has the initials of everyone its deeds name, and keeps its lenders', () => {
  const masked = maskProperty({ ...property, ownerNames: ['SAMPLER JANE', 'SAMPLER ADA'] })
  expect(masked).toMatchObject({ isOwnerMasked: true, ownerNames: ['S••••• J•••••', 'S••••• A•••••'] })
  expect(masked.transfers).toMatchObject([
    { buyer: 'T••••• H••••• L•••••', seller: 'S••••• J•••••', lender: 'EXAMPLE SAVINGS BANK' },
  ])
  const unnamed = { ...property, ownerName: null, ownerNames: [], mailingAddress: null, mailingZip: null }
  expect(maskProperty(unnamed)).toMatchObject({ isOwnerMasked: true, transfers: [{ seller: 'S••••• J•••••' }] })
})
