import type { CreditSetting } from '@dooryard/contract/credits'
import { Criteria } from '@dooryard/contract/criteria'
import { expect, test } from 'vitest'
import { chosenOf, contactCriteria, maxChosen, orderWay, refusalOf, withChosen } from './order-rules.ts'

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

test('a buyer that holds no property cannot be chosen, and it is said why', () => {
  expect(chosenOf({ buyerKey: '1', contactPropertyId: null })).toBeUndefined()
  expect(refusalOf({ contactPropertyId: null })).toContain('hold a property')
  expect(refusalOf({ contactPropertyId: '11' })).toBeUndefined()
})

test('a buyer is chosen once, however often it is ticked, and can be taken away', () => {
  const both = withChosen(withChosen([one], [one, two], true), [two], true)
  expect(both).toEqual([one, two])
  expect(withChosen(both, [one], false)).toEqual([two])
})

test('no more buyers are chosen than an order can name', () => {
  const many = Array.from({ length: maxChosen + 5 }, (_, at) => ({ buyerKey: `k${at}`, propertyId: String(at + 1) }))
  const chosen = withChosen([], many, true)
  expect(chosen).toHaveLength(maxChosen)
  expect(Criteria.safeParse(contactCriteria(chosen)).success).toBe(true)
})

test('the order names one property of each chosen buyer', () => {
  expect(contactCriteria([one, two, { buyerKey: '3', propertyId: '11' }])).toEqual({
    only: { propertyIds: ['11', '22'] },
  })
})

test('the first type that takes so few is ordered; below all minimums it is said how many more are needed', () => {
  const settings = [setting('MAIL_READY', 100), setting('CALL_READY', 50)]
  expect(orderWay(100, settings)).toEqual({ type: 'MAIL_READY' })
  expect(orderWay(50, settings)).toEqual({ type: 'CALL_READY' })
  expect(orderWay(10, settings).problem).toBe('The smallest order is 50 leads: choose 40 more.')
})

test('a type that is switched off is not ordered', () => {
  expect(orderWay(60, [setting('MAIL_READY', 1, false), setting('CALL_READY', 50)])).toEqual({ type: 'CALL_READY' })
  expect(orderWay(60, [setting('MAIL_READY', 1, false)]).problem).toContain('switched off')
})
