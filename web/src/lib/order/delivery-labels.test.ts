import { expect, test } from 'vitest'
import { toDelivery } from './delivery.ts'
import { formatSort, getSortKey, listSortChoices, pointSortKey } from './delivery-labels.ts'

const anywhere = {}
const nearby = { location: { near: { lat: 36.1, lng: -86.7, miles: 5 } } }

test('the nearest leads are offered for a search around a point, and only there', () => {
  const getKeys = (criteria: typeof nearby | typeof anywhere) => listSortChoices(criteria).map(({ key }) => key)
  expect(getKeys(nearby)).toContain('distance')
  expect(getKeys(anywhere)).not.toContain('distance')
  const chosen = { sort: { by: 'distance' } } as const
  expect(getSortKey(toDelivery(chosen, { campaignType: 'MAIL_READY', criteria: nearby }))).toBe('distance')
  expect(getSortKey(toDelivery(chosen, { campaignType: 'MAIL_READY', criteria: anywhere }))).toBe('random')
})

test('the sort of the lead finder is offered, once and marked', () => {
  const marked = (sort: Parameters<typeof listSortChoices>[1]) =>
    listSortChoices(anywhere, sort).flatMap(({ label }) => (label.includes('lead finder') ? [label] : []))
  expect(marked({ by: 'yearBuilt', order: 'asc' })).toEqual(['Year built, oldest first (as in the lead finder)'])
  expect(marked({ by: 'lastSaleDate', order: 'desc' })).toEqual(['Last sale, latest first (as in the lead finder)'])
  expect(listSortChoices(anywhere, { by: 'lastSaleDate', order: 'desc' })).toHaveLength(5)
})

test('owners are sorted by their initials, which is not always the sort of the lead finder', () => {
  const labels = listSortChoices(anywhere, { by: 'ownerName', order: 'asc' }).map(({ label }) => label)
  expect(labels).toContain("Owner's initials, A to Z")
})

test('a sort chosen on an earlier visit stays among the choices', () => {
  const chosen = { by: 'yearBuilt', order: 'asc' } as const
  expect(listSortChoices(anywhere, undefined, chosen).map(({ label }) => label)).toContain('Year built, oldest first')
  expect(listSortChoices(anywhere, chosen, chosen)).toHaveLength(6)
})

test('the nearest to a point of one’s own can be chosen anywhere, and an order says where that is', () => {
  const from = { lat: 36.16266, lng: -86.7816 }
  const sort = { by: 'distance', from } as const
  for (const choices of [listSortChoices(anywhere), listSortChoices(nearby, undefined, sort)])
    expect(choices.at(-1)).toEqual({ key: pointSortKey, label: 'Nearest to an address or place' })
  expect(listSortChoices(nearby, undefined, sort).map(({ key }) => key)).toContain('distance')
  const delivery = toDelivery({ sort }, { campaignType: 'MAIL_READY', criteria: anywhere })
  expect([delivery.sort, getSortKey(delivery)]).toEqual([sort, pointSortKey])
  expect(formatSort(sort)).toBe('Nearest to 36.1627, -86.7816 first')
  expect(formatSort(sort, from)).toBe('Nearest to the center first')
})
