import { expect, test } from 'vitest'
import { formatPhone, getNumbersError, parseNumbers } from './numbers.ts'

test('numbers are parsed in any format, without duplicates', () => {
  const text = '615-555-0142\n(615) 555 0143, +1 615.555.0144; 6155550142\r\n\n'
  expect(parseNumbers(text)).toEqual({
    numbers: ['6155550142', '6155550143', '6155550144'],
    invalid: [],
    repeated: 1,
  })
})

test('an invalid number is named and blocks the submission', () => {
  const pasted = parseNumbers('615-555-0142, Casey, 115-555-0142, 555-0142, 61555501421')
  expect(pasted.invalid).toEqual(['Casey', '115-555-0142', '555-0142', '61555501421'])
  expect(getNumbersError(pasted, 10)).toBe(
    'Casey; 115-555-0142; 555-0142 and 1 more are no phone numbers. A number has ten digits, like 615-555-0142.',
  )
  expect(getNumbersError(parseNumbers('Casey'), 10)).toMatch(/^Casey is no phone number\./)
})

test('no numbers and too many numbers are rejected', () => {
  const many = Array.from({ length: 11 }, (_, at) => `61555501${10 + at}`).join('\n')
  expect(getNumbersError(parseNumbers(' \n'), 10)).toBe('Enter a phone number')
  expect(getNumbersError(parseNumbers(many), 10)).toBe('At most 10 numbers at once')
  expect(getNumbersError(parseNumbers(many), 11)).toBeUndefined()
})

test('a number is formatted with hyphens', () => expect(formatPhone('6155550142')).toBe('615-555-0142'))
