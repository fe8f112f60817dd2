import { randomInt } from 'node:crypto'
import { IssuedApiKey } from '@dooryard/contract/api-keys'
import { exampleOf } from '@dooryard/contract/examples'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isKeyText, newKeyText, prefixOf } from './key-text-rules.ts'

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

test('a key is what all begin with, 36 characters and their checksum, and is told by its first eight', () => {
  const key = newKeyText(randomInt)
  expect(key).toMatch(/^dyk_[0-9A-Za-z]{42}$/)
  expect(isKeyText(key)).toBe(true)
  expect(prefixOf(key)).toBe(key.slice(0, 8))
  expect(isKeyText(exampleOf(IssuedApiKey).key)).toBe(true)
})

test('no two keys are alike, and each character may stand at each place', () => {
  const keys = Array.from({ length: 10_000 }, () => newKeyText(randomInt))
  expect(new Set(keys).size).toBe(keys.length)
  for (let place = 4; place < 40; place++) expect(new Set(keys.map((key) => key[place])).size).toBe(digits.length)
})

test('a key with one character changed, missing or too many is none', () => {
  const key = newKeyText(randomInt)
  const place = fc.integer({ min: 0, max: key.length - 1 })
  fc.assert(
    fc.property(place, fc.constantFrom(...digits), (at, digit) => {
      expect(isKeyText(key.slice(0, at) + digit + key.slice(at + 1))).toBe(digit === key[at])
      expect(isKeyText(key.slice(0, at) + key.slice(at + 1))).toBe(false)
      expect(isKeyText(key.slice(0, at) + digit + key.slice(at))).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test.each(['', 'dyk_', `dyk_${'0'.repeat(42)}`, 'x'.repeat(46), `dyk_${'é'.repeat(42)}`])('%j is no key', (text) => {
  expect(isKeyText(text)).toBe(false)
})

test('nothing may stand around a key', () => {
  const key = newKeyText(randomInt)
  for (const text of [`${key}\n`, ` ${key}`, `${key} `, key.toLowerCase(), key.toUpperCase()])
    expect(isKeyText(text)).toBe(false)
})
