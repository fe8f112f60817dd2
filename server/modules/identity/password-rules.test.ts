import { expect, test } from 'vitest'
import { refuseGuessable } from './password-rules.ts'

const tess = ['tess.sampleton@example.com', 'Tess', 'Sampleton', '615-555-0120', 'Example Outreach']

test.each(['password', 'Password', '12345678', 'qwertyuiop', 'iloveyou', 'BASEBALL'])(
  '%s is refused, being one that everybody tries first',
  (password) => {
    expect(() => refuseGuessable(password, tess)).toThrow(
      'This is one of the most common passwords. Please choose another.',
    )
  },
)

test.each([
  'tess.sampleton@example.com',
  'Tess.Sampleton',
  'sampleton',
  '615-555-0120',
  'example outreach',
  'zzzzzzzzz',
])('%s is refused, being what is known of the person', (password) => {
  expect(() => refuseGuessable(password, tess)).toThrow('This password is too easy to guess. Please choose another.')
})

test.each(['correct-horse-battery', 'sampleton-1987-oak', 'x7#kQ!2m', 'пароль-и-крыльцо'])(
  '%s is taken',
  (password) => {
    expect(() => refuseGuessable(password, tess)).not.toThrow()
  },
)

test('the refusal names the field it is shown on', () => {
  const issues = [expect.objectContaining({ path: 'newPassword' })]
  const refusal = expect.objectContaining({ code: 'VALIDATION', extra: { issues } })
  expect(() => refuseGuessable('password', [], 'newPassword')).toThrow(refusal)
})
