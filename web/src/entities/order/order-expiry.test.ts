import { expect, test } from 'vitest'
import { formatTimeLeft, getCallReadyExpiry, getExpiry } from './order-expiry.ts'

const createdAt = '2025-03-05T10:00:00.000Z'

test('a call-ready order expires 30 days after its creation, a mail-ready order never', () => {
  expect(getExpiry({ campaignType: 'CALL_READY', createdAt })).toBe('2025-04-04T10:00:00.000Z')
  expect(getExpiry({ campaignType: 'MAIL_READY', createdAt })).toBeUndefined()
})

test('the numbers of an order expire when the server says, and its Expire Date is unchanged', () => {
  const expiresAt = '2025-05-01T08:00:00.000Z'
  expect(getExpiry({ campaignType: 'CALL_READY', createdAt, expiresAt })).toBe(expiresAt)
  expect(getCallReadyExpiry({ campaignType: 'CALL_READY', createdAt })).toBe('2025-04-04T10:00:00.000Z')
})

const hour = 60 * 60 * 1000
test.each([
  [30 * 24 * hour, '30 days left'],
  [30 * 24 * hour - 1, '30 days left'],
  [2.4 * 24 * hour, '2 days left'],
  [48 * hour, '2 days left'],
  [48 * hour - 1, '47 hours left'],
  [hour, '1 hour left'],
  [hour - 1, 'less than an hour left'],
  [0, undefined],
  [-hour, undefined],
])('%i ms before the end reads %s', (left, words) => {
  const end = '2025-04-04T10:00:00.000Z'
  expect(formatTimeLeft(end, new Date(end).getTime() - left)).toBe(words)
})
