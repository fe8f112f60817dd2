import { expect, test } from 'vitest'
import { formatTimeLeft, getExpireDate, getExpiry } from './order-expiry.ts'

const createdAt = '2025-03-05T10:00:00.000Z'

test('an order for calls expires 30 days after its creation, one for mail never', () => {
  expect(getExpiry({ campaignType: 'CALL_READY', createdAt })).toBe('2025-04-04T10:00:00.000Z')
  expect(getExpiry({ campaignType: 'MAIL_READY', createdAt })).toBeUndefined()
})

test('the numbers of an order may be called for as long as the server says, and its Expire Date stays', () => {
  const expiresAt = '2025-05-01T08:00:00.000Z'
  expect(getExpiry({ campaignType: 'CALL_READY', createdAt, expiresAt })).toBe(expiresAt)
  expect(getExpireDate({ campaignType: 'CALL_READY', createdAt })).toBe('2025-04-04T10:00:00.000Z')
})

const hour = 60 * 60 * 1000
test.each([
  [30 * 24 * hour, '30 days left'],
  [3 * 24 * hour - 1, '2 days left'],
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
