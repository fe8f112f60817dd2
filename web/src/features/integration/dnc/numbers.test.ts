import { expect, test } from 'vitest'
import { formatPhone, parseNumbers, whyRefused } from './numbers.ts'

test('numbers are read however they are written, and each of them once', () => {
  const text = '615-555-0142\n(615) 555 0143, +1 615.555.0144; 6155550142\r\n\n'
  expect(parseNumbers(text)).toEqual({
    numbers: ['6155550142', '6155550143', '6155550144'],
    wrong: [],
    repeated: 1,
  })
})

test('what is no number is named, and keeps everything from being sent', () => {
  const pasted = parseNumbers('615-555-0142, Casey, 115-555-0142, 555-0142, 61555501421')
  expect(pasted.wrong).toEqual(['Casey', '115-555-0142', '555-0142', '61555501421'])
  expect(whyRefused(pasted, 10)).toBe(
    'Casey; 115-555-0142; 555-0142 and 1 more are no phone numbers. A number has ten digits, like 615-555-0142.',
  )
  expect(whyRefused(parseNumbers('Casey'), 10)).toMatch(/^Casey is no phone number\./)
})

test('nothing is too little, and there is a most', () => {
  const many = Array.from({ length: 11 }, (_, at) => `61555501${10 + at}`).join('\n')
  expect(whyRefused(parseNumbers(' \n'), 10)).toBe('Enter a phone number')
  expect(whyRefused(parseNumbers(many), 10)).toBe('At most 10 numbers at once')
  expect(whyRefused(parseNumbers(many), 11)).toBeUndefined()
})

test('a number reads as it is written', () => expect(formatPhone('6155550142')).toBe('615-555-0142'))
