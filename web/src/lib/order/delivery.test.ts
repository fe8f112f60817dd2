import { expect, test } from 'vitest'
import { getSortKey, listSortChoices, toDelivery, toPhonesPrice } from './delivery.ts'

const anywhere = {}
const nearby = { location: { near: { lat: 36.1, lng: -86.7, miles: 5 } } }

test('a mailing has one piece per owner and address unless that is switched off, a call list all', () => {
  const mail = { campaignType: 'MAIL_READY', criteria: anywhere } as const
  expect(toDelivery({}, mail)).toEqual({ sort: { by: 'random' }, onePerOwner: true, onePerAddress: true })
  expect(toDelivery({ onePerAddress: false }, mail)).toMatchObject({ onePerOwner: true, onePerAddress: false })
  const call = { campaignType: 'CALL_READY', criteria: anywhere } as const
  expect(toDelivery({}, call)).toEqual({ sort: { by: 'random' }, onePerOwner: false })
  expect(toDelivery({ onePerAddress: true }, call)).not.toHaveProperty('onePerAddress')
})

test('an order that may add phones has their displayed price, and no other', () => {
  const order = { campaignType: 'CALL_READY', criteria: {}, addPhones: true } as const
  const quote = { creditsToAddPhones: 2 }
  expect(toPhonesPrice(order, quote)).toEqual({ creditsToAddPhones: 2 })
  expect(toPhonesPrice({ ...order, addPhones: false }, quote)).toEqual({})
  const purchased = { only: { purchased: 'MAIL_ONLY' } } as const
  expect(toPhonesPrice({ ...order, addPhones: false, criteria: purchased }, quote)).toEqual({ creditsToAddPhones: 2 })
  expect(toPhonesPrice({ ...order, campaignType: 'MAIL_READY' }, quote)).toEqual({})
  expect(toPhonesPrice(order, undefined)).toEqual({})
})

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
  expect(listSortChoices(anywhere, { by: 'lastSaleDate', order: 'desc' })).toHaveLength(4)
})

test('a sort chosen on an earlier visit stays among the choices', () => {
  const chosen = { by: 'yearBuilt', order: 'asc' } as const
  expect(listSortChoices(anywhere, undefined, chosen).map(({ label }) => label)).toContain('Year built, oldest first')
  expect(listSortChoices(anywhere, chosen, chosen)).toHaveLength(5)
})
