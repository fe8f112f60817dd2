import { expect, test } from 'vitest'
import { formatReleaseReason, formatShortfall, getOrderRefusal } from './order-rules.ts'

const draft: Parameters<typeof getOrderRefusal>[0] = {
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
  campaignType: 'MAIL_READY',
}

test('an order at the minimum volume, with a filter and an active price, is allowed', () => {
  expect(getOrderRefusal(draft)).toBeNull()
})

test('an order below the minimum volume is refused with the minimum', () => {
  expect(getOrderRefusal({ ...draft, quantity: 49 })).toBe('A Mail Ready order needs at least 50 leads.')
})

test('an order without a filter is refused, and exclusions alone are not a filter', () => {
  expect(getOrderRefusal({ ...draft, criteria: {} })).toBe('An order needs at least one filter.')
  expect(getOrderRefusal({ ...draft, criteria: { location: { states: [] } } })).toBe(
    'An order needs at least one filter.',
  )
  expect(getOrderRefusal({ ...draft, criteria: { exclude: { delivered: false } } })).toBe(
    'An order needs at least one filter.',
  )
})

test('an inactive type accepts no orders', () => {
  expect(getOrderRefusal({ ...draft, price: { ...draft.price, isActive: false } })).toContain('not available')
})

test('an archived campaign accepts no orders', () => {
  expect(getOrderRefusal({ ...draft, campaign: { ...draft.campaign, status: 'ARCHIVED' } })).toContain('archived')
})

test('a full delivery needs no explanation', () => {
  expect(formatShortfall(50, { matched: 80, mailable: 70, fresh: 60, selected: 50 })).toBeUndefined()
})

test('a short delivery explains the missing leads', () => {
  expect(formatShortfall(5000, { matched: 1200, mailable: 1100, fresh: 1000, selected: 1000 })).toBe(
    '1,000 of 5,000 leads: 1,200 properties match, 100 of them have no owner name or no full mailing address, ' +
      '100 were already purchased.',
  )
})

test('a single lead is written in the singular', () => {
  expect(getOrderRefusal({ ...draft, quantity: 0, price: { ...draft.price, minCampaignVolume: 1 } })).toBe(
    'A Mail Ready order needs at least 1 lead.',
  )
  expect(formatShortfall(9, { matched: 1, mailable: 1, fresh: 1, selected: 1 })).toBe(
    '1 of 9 leads: 1 property matches.',
  )
  expect(formatShortfall(9, { matched: 3, mailable: 2, fresh: 1, selected: 1 })).toBe(
    '1 of 9 leads: 3 properties match, 1 of them has no owner name or no full mailing address, ' +
      '1 was already purchased.',
  )
  expect(formatReleaseReason(1, { delivered: 0, phonesAdded: 0, repeats: 0 })).toBe('1 of 1 lead not delivered')
})

test.each([
  [8_000, 1_124, 0, 0, '6,876 of 8,000 leads not delivered'],
  [100, 80, 1, 0, '20 of 100 leads not delivered, 1 free repeat'],
  [100, 100, 5, 0, '5 free repeats among 100 leads'],
  [100, 100, 5, 2, 'phones added to 2 purchased leads, 5 free repeats among 100 leads'],
  [100, 100, 0, 0, undefined],
])(
  'of %i leads, %i delivered, %i of them free and %i with phones added, the release reason is: %s',
  (requested, delivered, repeats, phonesAdded, message) => {
    expect(formatReleaseReason(requested, { delivered, phonesAdded, repeats })).toBe(message)
  },
)
