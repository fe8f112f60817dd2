import { expect, test } from 'vitest'
import { findCode } from './find-code.ts'

test('the code is found in the subject or the text of a mail', () => {
  expect(findCode({ subject: '271828 is your Dooryard code', text: '' })).toBe('271828')
  expect(findCode({ subject: 'Your code', text: 'It is 314159, and good for 10 minutes.' })).toBe('314159')
})

test('a longer or shorter number is not a code', () => {
  expect(findCode({ subject: 'Your order', text: 'Order 12345 of 2026-11-02, call 6155550100' })).toBeUndefined()
})

test.each([
  ['of an invoice', { subject: 'Your receipt DY-000042', text: 'Invoice DY-000042 is paid.' }],
  ['of a key', { subject: 'Your Dooryard API key crm 202611 was revoked', text: 'The key crm 202611 works no more.' }],
  ['of an address', { subject: 'A webhook of yours', text: 'http://127.0.0.1:9999/123456/hook was disabled.' }],
  ['of another length', { subject: 'Your code', text: 'Call 6155550100.' }],
])('the number %s is not a code', (_, mail) => {
  expect(findCode(mail)).toBeUndefined()
})
