import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encrypt.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const value = { code: '271828', name: 'Zoë', list: [1, null] }

test('an encrypted value decrypts to itself, and reveals nothing until then', () => {
  const encrypted = encrypt(secrets, 'mail', value)
  expect(decrypt(secrets, 'mail', encrypted)).toEqual(value)
  expect(Buffer.from(encrypted.slice('v1.'.length), 'base64url').toString('latin1')).not.toContain('271828')
})

test('the same value is never encrypted the same way twice', () => {
  const all = Array.from({ length: 100 }, () => encrypt(secrets, 'mail', value))
  expect(new Set(all).size).toBe(100)
})

test('a value encrypted for another purpose, or under another secret, cannot be decrypted', () => {
  const encrypted = encrypt(secrets, 'mail', value)
  expect(() => decrypt(secrets, 'registration', encrypted)).toThrow()
  expect(() => decrypt(createSecrets(Buffer.alloc(32, 8)), 'mail', encrypted)).toThrow()
})

test('a change of any byte is detected', () => {
  const encrypted = encrypt(secrets, 'mail', value)
  const bytes = Buffer.from(encrypted.slice('v1.'.length), 'base64url')
  for (let place = 0; place < bytes.length; place++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => decrypt(secrets, 'mail', `v1.${changed.toString('base64url')}`)).toThrow()
  }
})

test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'nonsense'])('%j is no encrypted value', (encrypted) => {
  expect(() => decrypt(secrets, 'mail', encrypted)).toThrow('This is not a sealed value.')
})
