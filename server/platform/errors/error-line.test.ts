import { expect, test } from 'vitest'
import { formatErrorLine } from './error-line.ts'

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [
    'The order b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34 is gone.',
    'The order b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34 is gone.',
  ],
  ['Invalid login: 535 5.7.8 not accepted\r\n  at SMTP', 'Invalid login: 535 5.7.8 not accepted'],
  ['  \nfirst\nsecond', 'first'],
  ['', ''],
])('%j is shown as %j', (said, shown) => {
  expect(formatErrorLine(said)).toBe(shown)
})

test.each([
  ['no route to smtps://mailer:hunter2@smtp.example.com:465', 'hunter2'],
  ['GET https://files.example.com/a.csv?token=abc failed', 'abc'],
  ['refused: Authorization: Bearer abc.def', 'abc.def'],
  ['invalid token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJzdWIiOiIxIn0'],
  ['the key dyk_12345 is unknown', '12345'],
  ['No such customer with sk_test_abc', 'abc'],
  ['554 rejected: Your code is 481516 and lasts 10 minutes', '481516'],
  ['Unexpected token in {"password":"hunter2"}', 'hunter2'],
  ['bad seal 3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAA in the job', '3q2+7wAAAA'],
])('a possible secret is redacted: %s', (said, secret) => {
  expect(formatErrorLine(said)).not.toContain(secret)
  expect(formatErrorLine(said)).toContain('…')
})

test('a long line is shortened', () => {
  const line = formatErrorLine('word '.repeat(100))
  expect(line.length).toBeLessThanOrEqual(200)
  expect(line.endsWith('word…')).toBe(true)
})
