import { expect, test } from 'vitest'
import { rankItems } from './rank-items.ts'

const items = [
  { label: 'API reference', keywords: 'openapi documentation orders' },
  { label: 'Enterprise orders', keywords: 'retry refund' },
  { label: 'New order', keywords: 'buy leads' },
  { label: 'Orders', keywords: 'home lists' },
  { label: 'Borders', keywords: '' },
  { label: 'Webhooks', keywords: 'events' },
]
const search = (typed: string) => rankItems(items, typed).map(({ label }) => label)

test('the beginning of a label comes first, then words of it, then keywords, then any other place', () => {
  expect(search('order')).toEqual(['Orders', 'Enterprise orders', 'New order', 'API reference', 'Borders'])
})

test('several words are found in any order and case, each somewhere', () => {
  expect(search('ORDER new')).toEqual(['New order'])
  expect(search('refund enter')).toEqual(['Enterprise orders'])
  expect(search('border webhooks')).toEqual([])
})

test('an empty search keeps all items in their order, and one of signs alone finds none', () => {
  expect(search(' ')).toEqual(items.map(({ label }) => label))
  expect(search('%')).toEqual([])
})
