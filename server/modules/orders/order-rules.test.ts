import { expect, test } from 'vitest'
import { refusal, shortfallNote } from './order-rules.ts'

const draft: Parameters<typeof refusal>[0] = {
  campaign: {
    id: 'c',
    name: 'Absentee owners',
    campaignType: 'MAIL_READY',
    criteria: {},
    status: 'ACTIVE',
    orderCount: 0,
    leadsDelivered: 0,
    createdAt: '2026-11-02T09:30:00.000Z',
    updatedAt: '2026-11-02T09:30:00.000Z',
  },
  price: { id: '1', key: 'MAIL_READY', name: 'Mail Ready', creditRequired: 1, minCampaignVolume: 50, isActive: true },
  criteria: { location: { states: ['TN'] } },
  quantity: 50,
}

test('an order at the minimum volume, with a filter and a price on offer, may be placed', () => {
  expect(refusal(draft)).toBeNull()
})

test('an order below the minimum volume is told the minimum', () => {
  expect(refusal({ ...draft, quantity: 49 })).toBe('A Mail Ready order needs at least 50 leads.')
})

test('an order without a filter is refused, and exclusions alone are no filter', () => {
  expect(refusal({ ...draft, criteria: {} })).toBe('An order needs at least one filter.')
  expect(refusal({ ...draft, criteria: { location: { states: [] } } })).toBe('An order needs at least one filter.')
  expect(refusal({ ...draft, criteria: { exclude: { delivered: false } } })).toBe('An order needs at least one filter.')
})

test('a type that is not on offer takes no orders', () => {
  expect(refusal({ ...draft, price: { ...draft.price, isActive: false } })).toContain('not on offer')
})

test('an archived campaign takes no orders', () => {
  expect(refusal({ ...draft, campaign: { ...draft.campaign, status: 'ARCHIVED' } })).toContain('archived')
})

test('a full delivery needs no explanation', () => {
  expect(shortfallNote(50, { matched: 80, mailable: 70, fresh: 60, selected: 50 })).toBeUndefined()
})

test('a short delivery says where the rest went', () => {
  expect(shortfallNote(5000, { matched: 1200, mailable: 1100, fresh: 1000, selected: 1000 })).toBe(
    '1,000 of 5,000 leads: 1,200 properties match, 100 of them have no owner name or no full mailing address, ' +
      '100 were delivered to you before.',
  )
})
