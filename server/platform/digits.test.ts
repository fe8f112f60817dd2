import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digits, isDigits, numberOf } from './digits.ts'

test('any text is the number that the language takes it for, and none where it takes it for none', () => {
  const character = fc.constantFrom('0', '1', '5', '9', '.', '-', '+', 'e', 'x', ' ', '٣')
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 999_999 }))
  const text = fc.oneof(
    fc.array(character, { maxLength: 8 }).map((parts) => parts.join('')),
    amount.map(([whole, part]) => `${whole}.${part}`),
    amount.map(([whole]) => String(whole)),
  )
  fc.assert(
    fc.property(text, (written) => {
      expect(numberOf(written)).toBe(Number(written))
    }),
  )
})

test('digits are told from everything else', () => {
  expect(['05', '1x', '١٢'].map((text) => isDigits(text, 0, 2))).toEqual([true, false, false])
  expect(isDigits('5', 0, 2)).toBe(false)
  expect(digits('2024-05-09', 5, 7)).toBe(5)
})
