import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'
import { secretsFrom } from './secrets.ts'

const secrets = secretsFrom(Buffer.alloc(32, 7))
const value = { code: '271828', name: 'Zoë', list: [1, null] }

test('what is sealed opens again, and shows nothing of itself until then', () => {
  const sealed = seal(secrets, 'mail', value)
  expect(unseal(secrets, 'mail', sealed)).toEqual(value)
  expect(Buffer.from(sealed.slice('v1.'.length), 'base64url').toString('latin1')).not.toContain('271828')
})

test('the same value is never sealed the same way twice', () => {
  const all = Array.from({ length: 100 }, () => seal(secrets, 'mail', value))
  expect(new Set(all).size).toBe(100)
})

test('what was sealed for one purpose, or under another secret, does not open', () => {
  const sealed = seal(secrets, 'mail', value)
  expect(() => unseal(secrets, 'registration', sealed)).toThrow()
  expect(() => unseal(secretsFrom(Buffer.alloc(32, 8)), 'mail', sealed)).toThrow()
})

test('a change of any byte is noticed', () => {
  const sealed = seal(secrets, 'mail', value)
  const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => unseal(secrets, 'mail', `v1.${changed.toString('base64url')}`)).toThrow()
  }
})

test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'nonsense'])('%j is no sealed value', (sealed) => {
  expect(() => unseal(secrets, 'mail', sealed)).toThrow('This is not a sealed value.')
})
