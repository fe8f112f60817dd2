import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactAddress, redactPersonalData } from './redact.ts'

const letters = fc.stringMatching(/^[a-z]{2,12}$/)
const digits = (count: number) => fc.stringMatching(new RegExp(`^[2-9]\\d{${count - 1}}$`))
const around = fc.stringMatching(/^[A-Za-z ,.:]{0,40}$/)

const email = fc.tuple(letters, letters).map(([name, host]) => `${name}.x+1@${host}.example.com`)
const phone = fc
  .tuple(digits(3), digits(3), digits(4), fc.constantFrom('-', '.', ' ', ''), fc.constantFrom('', '1', '+1'))
  .map(([area, exchange, line, between, country]) =>
    [...(country ? [country] : []), area, exchange, line].join(between || (country === '1' ? '-' : '')),
  )
const token = fc.oneof(
  fc.base64String({ minLength: 24, maxLength: 60 }).map((text) => `Bearer ${text}`),
  letters.map((text) => `eyJ${text}.eyJ${text}.${text}`),
  letters.map((text) => `dyk_${text}1234`),
  fc.stringMatching(/^[a-z0-9]{16}[0-9][a-z0-9]{16}$/),
)

/** What a reader could call, write to or sign in with. */
const getPayload = (secret: string) => secret.replace(/^Bearer /, '').replace(/^(dyk_|\+1|1-)/, '')

describe('a message', () => {
  test.each([
    ['emails', email],
    ['phones', phone],
    ['tokens', token],
  ])('keeps no %s, wherever they are in it', (_, secrets) => {
    fc.assert(
      fc.property(around, secrets, around, (before, secret, after) => {
        const text = redactPersonalData(`${before} ${secret} ${after}`)
        expect(text).not.toContain(getPayload(secret))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    "Cannot read properties of undefined (reading 'length')",
    'The order b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34 is gone.',
    'GET /v1/order-private answered 200',
    'POST /v1/auth/private/second-factor/totp answered 200',
    'duplicate key value violates unique constraint "users_email_key"',
    'Expected 12 rows and found 4096',
  ])('without any is left as it is: %s', (text) => {
    expect(redactPersonalData(text)).toBe(text)
  })

  test('takes no long time, whatever it is', () => {
    for (const one of ['a', '1', '1-', '@', 'a@', '+1 ', 'eyJ.', '://', '?'])
      expect(redactPersonalData(one.repeat(10_000)).length).toBeLessThanOrEqual(20_000)
  })
})

describe('an address', () => {
  test.each([
    ['https://portal.example.com/portal/users?page=2&search=casey@example.com', '/portal/users?page=2'],
    ['/portal/orders?tab=orders&status=OPEN&q=Testwell#x', '/portal/orders?tab=orders&status=OPEN'],
    ['/reset-password?email=casey%40example.com&code=481516', '/reset-password'],
    ['/login?redirect=%2Fportal', '/login'],
    ['/portal/orders/019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49', '/portal/orders/019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49'],
    ['/v1/files/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '/v1/files/…'],
    ['/portal/users/casey%40example.com', '/portal/users/…'],
    ['/portal?page=615-555-0102&view=table', '/portal?view=table'],
  ])('%s is kept as %s', (address, kept) => {
    expect(redactAddress(address)).toBe(kept)
  })

  test('keeps only parameters that name a view', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.string(), (name, value) => {
        const query = new URLSearchParams({ [`x${name}`]: value })
        expect(redactAddress(`/portal?${query}`)).toBe('/portal')
      }),
    )
  })
})
