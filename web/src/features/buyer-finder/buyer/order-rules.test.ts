import { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import { buildContactCriteria, getRefusal, maxChosenBuyers, toChosenBuyers, updateChosenBuyers } from './order-rules.ts'

const one = { buyerKey: '1', propertyId: '11' }
const two = { buyerKey: '2', propertyId: '22' }

test('a buyer without a contact property cannot be chosen, with a reason', () => {
  expect(toChosenBuyers({ buyerKey: '1', contactPropertyId: null })).toBeUndefined()
  expect(getRefusal({ contactPropertyId: null })).toContain('hold a property')
  expect(getRefusal({ contactPropertyId: '11' })).toBeUndefined()
})

test('a buyer is chosen only once, and can be removed', () => {
  const both = updateChosenBuyers(updateChosenBuyers([one], [one, two], true), [two], true)
  expect(both).toEqual([one, two])
  expect(updateChosenBuyers(both, [one], false)).toEqual([two])
})

test('no more buyers can be chosen than an order can name', () => {
  const many = Array.from({ length: maxChosenBuyers + 5 }, (_, at) => ({
    buyerKey: `k${at}`,
    propertyId: String(at + 1),
  }))
  const chosen = updateChosenBuyers([], many, true)
  expect(chosen).toHaveLength(maxChosenBuyers)
  expect(Criteria.safeParse(buildContactCriteria(chosen)).success).toBe(true)
})

test('the order names one property of each chosen buyer', () => {
  expect(buildContactCriteria([one, two, { buyerKey: '3', propertyId: '11' }])).toEqual({
    only: { propertyIds: ['11', '22'] },
  })
})
