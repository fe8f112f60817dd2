import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test.each([
  '271828 is your Dooryard code',
  '271828 is your code for a new Dooryard password',
  'You are invited to Dooryard: 271828 is your code',
])('the code of a mail is found in its subject: %s', (subject) => {
  expect(codeIn({ subject })).toBe('271828')
})

test.each([
  'Order 12345 of 2026-11-02 is ready',
  'Your receipt DY-000042',
  'Your Dooryard API key crm 202611 was revoked',
  'Call 6155550100',
])('another number is no code: %s', (subject) => {
  expect(codeIn({ subject })).toBeUndefined()
})
