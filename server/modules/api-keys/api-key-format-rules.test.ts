import { randomInt } from 'node:crypto'
import { getExample } from '@dooryard/contract/api/examples'
import { IssuedApiKey } from '@dooryard/contract/integrations/api-keys'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateApiKey, getApiKeyPrefix, isApiKeyFormat } from './api-key-format-rules.ts'

const base62Digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

test('a key is the common prefix, 36 characters and a checksum, and is identified by its first eight characters', () => {
  const key = generateApiKey(randomInt)
  expect(key).toMatch(/^dyk_[0-9A-Za-z]{42}$/)
  expect(isApiKeyFormat(key)).toBe(true)
  expect(getApiKeyPrefix(key)).toBe(key.slice(0, 8))
  expect(isApiKeyFormat(getExample(IssuedApiKey).key)).toBe(true)
})

test('a test key says so in its prefix, and is identified by four characters behind it', () => {
  const key = generateApiKey(randomInt, true)
  expect(key).toMatch(/^dyk_test_[0-9A-Za-z]{42}$/)
  expect(isApiKeyFormat(key)).toBe(true)
  expect(getApiKeyPrefix(key)).toBe(key.slice(0, 13))
  // The checksum covers the prefix, so neither kind can be turned into the other.
  expect(isApiKeyFormat(key.replace('test_', ''))).toBe(false)
  expect(isApiKeyFormat(generateApiKey(randomInt).replace('dyk_', 'dyk_test_'))).toBe(false)
})

test('no two keys are equal, and each character can occur at each position', () => {
  const keys = Array.from({ length: 10_000 }, () => generateApiKey(randomInt))
  expect(new Set(keys).size).toBe(keys.length)
  for (let place = 4; place < 40; place++) expect(new Set(keys.map((key) => key[place])).size).toBe(base62Digits.length)
})

test('a key with one character changed, missing or added is invalid', () => {
  const key = generateApiKey(randomInt)
  const place = fc.integer({ min: 0, max: key.length - 1 })
  fc.assert(
    fc.property(place, fc.constantFrom(...base62Digits), (at, digit) => {
      expect(isApiKeyFormat(key.slice(0, at) + digit + key.slice(at + 1))).toBe(digit === key[at])
      expect(isApiKeyFormat(key.slice(0, at) + key.slice(at + 1))).toBe(false)
      expect(isApiKeyFormat(key.slice(0, at) + digit + key.slice(at))).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test.each(['', 'dyk_', `dyk_${'0'.repeat(42)}`, 'x'.repeat(46), `dyk_${'é'.repeat(42)}`])(
  '%j is not a valid key',
  (text) => {
    expect(isApiKeyFormat(text)).toBe(false)
  },
)

test('a key with surrounding characters is invalid', () => {
  const key = generateApiKey(randomInt)
  for (const text of [`${key}\n`, ` ${key}`, `${key} `, key.toLowerCase(), key.toUpperCase()])
    expect(isApiKeyFormat(text)).toBe(false)
})
