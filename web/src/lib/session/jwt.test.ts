import { expect, test } from 'vitest'
import { getIssuedAt, isExpiringSoon } from './jwt.ts'

const now = Date.UTC(2026, 10, 2, 9, 30)
const tokenExpiringIn = (seconds: number) => {
  const claims = Buffer.from(JSON.stringify({ sub: 'ü?>', exp: now / 1000 + seconds })).toString('base64url')
  return `header.${claims}.signature`
}

test.each([
  ['good for a minute', tokenExpiringIn(60), false],
  ['good for 31 seconds', tokenExpiringIn(31), false],
  ['within 30 seconds of its end', tokenExpiringIn(30), true],
  ['over', tokenExpiringIn(-1), true],
  ['without an expiry', `a.${Buffer.from('{}').toString('base64url')}.c`, true],
  ['not a token', 'nonsense', true],
  ['empty', '', true],
])('a token %s', (_, token, soon) => {
  expect(isExpiringSoon(token, now)).toBe(soon)
})

test('a token has the time it was issued, and invalid tokens have none', () => {
  const claims = Buffer.from(JSON.stringify({ iat: 1_793_000_000 })).toString('base64url')
  expect(getIssuedAt(`header.${claims}.signature`)).toBe(1_793_000_000)
  expect(getIssuedAt('nonsense')).toBeUndefined()
})
