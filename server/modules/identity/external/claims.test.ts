import type { ProviderId } from '@dooryard/contract/identity/external-sign-in'
import { describe, expect, test } from 'vitest'
import { readPerson } from './claims.ts'

const claims = { iss: 'https://issuer.example.com', sub: '271828' }

describe('the email of a person', () => {
  const cases: [provider: ProviderId, isVerified: boolean, claims: Record<string, unknown>][] = [
    ['google', true, { email: 'casey@gmail.com', email_verified: true }],
    ['google', true, { email: 'casey@example.com', email_verified: true, hd: 'example.com' }],
    ['google', false, { email: 'casey@example.com', email_verified: true }],
    ['google', false, { email: 'casey@gmail.com.example.com', email_verified: true }],
    ['google', false, { email: 'casey@gmail.com', email_verified: false }],
    ['microsoft', false, { email: 'casey@example.com' }],
    ['microsoft', false, { email: 'casey@example.com', email_verified: true }],
    ['microsoft', true, { email: 'casey@example.com', xms_edov: true }],
    ['microsoft', false, { email: 'casey@example.com', xms_edov: '0' }],
    ['oidc', true, { email: 'casey@example.com', email_verified: true }],
    ['oidc', false, { email: 'casey@example.com', email_verified: 'true' }],
    ['oidc', false, { email: 'casey@example.com' }],
  ]

  test.each(cases)('of %s counts as verified: %s, for %o', (provider, isEmailVerified, more) => {
    const person = readPerson(provider, { ...claims, ...more })
    expect(person).toMatchObject({ email: more['email'], isEmailVerified })
  })

  test('is none where it is missing or not an address', () => {
    for (const email of [undefined, null, 17, 'casey', ''])
      expect(readPerson('oidc', { ...claims, email, email_verified: true })).toMatchObject({
        email: null,
        isEmailVerified: false,
      })
  })
})

test.each([
  [{ given_name: 'Casey', family_name: 'Testwell', name: 'Other' }, 'Casey', 'Testwell'],
  [{ name: ' Casey van Testwell ' }, 'Casey', 'van Testwell'],
  [{ name: 'Casey' }, 'Casey', ''],
  [{ given_name: 'C'.repeat(80) }, 'C'.repeat(50), ''],
  [{ name: 17 }, '', ''],
])('the names in %o are "%s" and "%s"', (names, firstName, lastName) => {
  expect(readPerson('oidc', { ...claims, ...names })).toMatchObject({ firstName, lastName, subject: '271828' })
})
