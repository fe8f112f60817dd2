import { Criteria } from '@dooryard/contract/criteria/criteria'
import { maxBuyerContacts } from '@dooryard/contract/properties/buyers'
import { expect, test } from 'vitest'
import { buildContactCriteria, formatLeftOut, getRefusal, toChosenBuyers, updateChosenBuyers } from './order-rules.ts'

const one = { buyerKey: '1', propertyId: '11' }
const two = { buyerKey: '2', propertyId: '22' }

test('a buyer without a contact property cannot be chosen, with a reason', () => {
  expect(toChosenBuyers({ buyerKey: '1', contactPropertyId: null })).toBeUndefined()
  expect(getRefusal({ contactPropertyId: null })).toContain('Owns no known property')
  expect(getRefusal({ contactPropertyId: '11' })).toBeUndefined()
})

test('a buyer is chosen only once, and can be removed', () => {
  const both = updateChosenBuyers(updateChosenBuyers([one], [one, two], true), [two], true)
  expect(both).toEqual([one, two])
  expect(updateChosenBuyers(both, [one], false)).toEqual([two])
})

test('no more buyers can be chosen than an order can name', () => {
  const many = Array.from({ length: maxBuyerContacts + 5 }, (_, at) => ({
    buyerKey: `k${at}`,
    propertyId: String(at + 1),
  }))
  const chosen = updateChosenBuyers([], many, true)
  expect(chosen).toHaveLength(maxBuyerContacts)
  expect(Criteria.safeParse(buildContactCriteria(chosen)).success).toBe(true)
})

test('the order names one property of each chosen buyer', () => {
  expect(buildContactCriteria([one, two, { buyerKey: '3', propertyId: '11' }])).toEqual({
    only: { propertyIds: ['11', '22'] },
  })
})

test('a selection of all that match says whom it leaves out', () => {
  const contacts = [one, two]
  expect(formatLeftOut({ contacts, considered: 2, totalCount: 2 })).toBeUndefined()
  expect(formatLeftOut({ contacts, considered: 3, totalCount: 3 })).toBe('1 of them holds no known property')
  expect(formatLeftOut({ contacts, considered: 4, totalCount: 1_200 })).toBe(
    'the first 4 of 1,200, 2 of them hold no known property',
  )
})
