import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDigits, parseDigits, parseNumber } from './digits.ts'

test('any text is parsed to the same number as by the language, or to none', () => {
  const character = fc.constantFrom('0', '1', '5', '9', '.', '-', '+', 'e', 'x', ' ', '٣')
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 999_999 }))
  const text = fc.oneof(
    fc.array(character, { maxLength: 8 }).map((parts) => parts.join('')),
    amount.map(([whole, part]) => `${whole}.${part}`),
    amount.map(([whole]) => String(whole)),
  )
  fc.assert(
    fc.property(text, (written) => {
      expect(parseNumber(written)).toBe(Number(written))
    }),
  )
})

test('digits are distinguished from everything else', () => {
  expect(['05', '1x', '١٢'].map((text) => isDigits(text, 0, 2))).toEqual([true, false, false])
  expect(isDigits('5', 0, 2)).toBe(false)
  expect(parseDigits('2024-05-09', 5, 7)).toBe(5)
})
