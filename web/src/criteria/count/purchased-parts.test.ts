import { expect, test } from 'vitest'
import { formatPurchasedCount, getMatchWord, listCountParts, selectPurchased } from './purchased-parts.ts'

const purchased = { total: 343, mail: 60, call: 313, both: 30 }
const format = (parts: ReturnType<typeof listCountParts>) =>
  parts && [parts.rest, parts.all, ...parts.details].map(({ text }) => text)

test('a count says how many matches are new, and what was purchased of the others', () => {
  expect(format(listCountParts({}, { count: 6699, purchased }))).toEqual([
    '6,699 new',
    '343 already purchased',
    '60 mail',
    '313 call',
    '30 both',
  ])
})

test('without purchases a count has no parts, unless one is selected', () => {
  const nothing = { count: 6699, purchased: { total: 0, mail: 0, call: 0, both: 0 } }
  expect(listCountParts({}, nothing)).toBeUndefined()
  expect(format(listCountParts({}, nothing, 'MAIL'))).toEqual(['6,699 new', '0 already purchased', '0 mail'])
})

test('a count that includes purchased leads does not call them new', () => {
  const counted = { count: 7042, purchased: { total: 343, mail: 343, call: 0, both: 0 } }
  expect(format(listCountParts({ exclude: { delivered: false } }, counted))).toEqual([
    '7,042 match',
    '343 already purchased',
    '343 mail',
  ])
})

test('selecting a part of the purchased leads keeps the other criteria', () => {
  const criteria = { location: { states: ['TN'] }, only: { propertyIds: ['1'] } }
  const selected = selectPurchased(criteria, 'CALL')
  expect(selected).toEqual({ location: { states: ['TN'] }, only: { propertyIds: ['1'], purchased: 'CALL' } })
  expect(selectPurchased(selected, undefined)).toEqual(criteria)
  expect(formatPurchasedCount(1, 'MAIL_ONLY')).toBe('1 purchased for mail without phones')
})

test('matches are called new or purchased only when some were purchased', () => {
  expect(getMatchWord({}, purchased)).toBe('new')
  expect(getMatchWord({}, { total: 0, mail: 0, call: 0, both: 0 })).toBeUndefined()
  expect(getMatchWord({ only: { purchased: 'CALL' } }, undefined)).toBe('purchased')
  expect(getMatchWord({ exclude: { delivered: false } }, purchased)).toBeUndefined()
})
