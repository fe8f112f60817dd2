import { expect, test } from 'vitest'
import { formatFailure, formatOffer, formatPhoneState, formatPurchase, sortOffers } from './single-lead-labels.ts'

test('an offer says what is delivered and what it costs, phones first', () => {
  const offers = [
    { campaignType: 'MAIL_READY', credits: 1 },
    { campaignType: 'CALL_READY', credits: 3 },
  ] as const
  expect(sortOffers(offers).map(formatOffer)).toEqual(['Get phone · 3 credits', 'Get mailing data · 1 credit'])
})

type State = Parameters<typeof formatFailure>[0]

const now = Date.parse('2026-11-28T12:00:00.000Z')
const failedState = (createdAt: string, lead?: { deliveredAt: string }) =>
  ({
    order: { userFacingStatus: 'FAILED', failureReason: 'No phone of the owner is known.', createdAt },
    lead,
  }) as State

test('a failed order says why and that nothing was charged, with the day if it was another', () => {
  expect(formatFailure(failedState('2026-11-28T11:00:00.000Z'), now)).toBe(
    'No phone of the owner is known. Nothing was charged.',
  )
  expect(formatFailure(failedState('2026-11-02T12:00:00.000Z'), now)).toMatch(/^Nov 2, 2026: No phone/)
  expect(
    formatFailure(failedState('2026-11-02T12:00:00.000Z', { deliveredAt: '2026-11-03T12:00:00.000Z' }), now),
  ).toBeUndefined()
  expect(formatFailure({ order: undefined, lead: undefined }, now)).toBeUndefined()
})

test('a phone that is not for sale says why', () => {
  const lead = { campaignType: 'CALL_READY' } as State['lead']
  expect(formatPhoneState({ lead, order: undefined })).toBe('Phone is in your leads')
  const order = { userFacingStatus: 'PENDING', internalStatus: 'TRACING' } as State['order']
  expect(formatPhoneState({ lead: undefined, order })).toBe('Order in progress')
  expect(formatPhoneState({ lead: undefined, order: undefined })).toBe('Not for sale')
})

test('a lead says when it was purchased', () => {
  const lead = { deliveredAt: '2025-11-02T12:00:00.000Z' } as State['lead']
  expect(formatPurchase({ purchasedAt: '2026-11-02T12:00:00.000Z', lead })).toBe('Purchased Nov 2, 2026')
  expect(formatPurchase({ purchasedAt: undefined, lead })).toBe('Delivered Nov 2, 2025, more than 365 days ago')
})
