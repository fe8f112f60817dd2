import { expect, test } from 'vitest'
import { expiryOf } from './expiry.ts'

test('an order for calls expires 30 days after its creation, one for mail never', () => {
  const createdAt = '2025-03-05T10:00:00.000Z'
  expect(expiryOf({ campaignType: 'CALL_READY', createdAt })).toBe('2025-04-04T10:00:00.000Z')
  expect(expiryOf({ campaignType: 'MAIL_READY', createdAt })).toBeUndefined()
})
