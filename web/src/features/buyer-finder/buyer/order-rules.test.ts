import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import {
  buildContactCriteria,
  findOrderableType,
  getRefusal,
  maxChosenBuyers,
  toChosenBuyers,
  updateChosenBuyers,
} from './order-rules.ts'

const one = { buyerKey: '1', propertyId: '11' }
const two = { buyerKey: '2', propertyId: '22' }

const setting = (key: CreditSetting['key'], minCampaignVolume: number, isActive = true): CreditSetting => ({
  id: '00000000-0000-4000-8000-000000000000',
  key,
  name: key,
  creditRequired: 1,
  minCampaignVolume,
  isActive,
})

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

test('the first type that accepts so few is ordered; below all minimums it says how many more are needed', () => {
  const settings = [setting('MAIL_READY', 100), setting('CALL_READY', 50)]
  expect(findOrderableType(100, settings)).toEqual({ type: 'MAIL_READY' })
  expect(findOrderableType(50, settings)).toEqual({ type: 'CALL_READY' })
  expect(findOrderableType(10, settings).problem).toBe('The smallest order is 50 leads: choose 40 more.')
})

test('an inactive type is not ordered', () => {
  expect(findOrderableType(60, [setting('MAIL_READY', 1, false), setting('CALL_READY', 50)])).toEqual({
    type: 'CALL_READY',
  })
  expect(findOrderableType(60, [setting('MAIL_READY', 1, false)]).problem).toContain('switched off')
})
