import { expect, test } from 'vitest'
import { ImpersonationStart } from './admin/admin-users.ts'
import { Person } from './users.ts'

const tess = { firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0120' }

test.each([
  ['  Tess\t', 'Tess'],
  ['Tess\r\nSender: x', 'Tess Sender: x'],
  ['\u202eTess\u202c', 'Tess'],
  ['Te\u200bss\ufeff', 'Tess'],
  ['نرگس\u200cجان', 'نرگس\u200cجان'],
])('the name %j is cleaned to %j', (firstName, kept) => {
  expect(Person.parse({ ...tess, firstName }).firstName).toBe(kept)
})

test.each(['\u200b\u200b\u200b', '\u202e\u202e', '\ufeff \u2060'])(
  'a name of invisible characters is too short',
  (firstName) => {
    expect(() => Person.parse({ ...tess, firstName })).toThrow('First name must be at least 2 characters')
  },
)

test('a reason of invisible characters is rejected', () => {
  expect(() => ImpersonationStart.parse({ reason: '\u200b'.repeat(5) })).toThrow('at least 5 characters')
})
