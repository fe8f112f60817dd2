import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareContacts, getPauseMs, normalizeEmail, normalizePhone, parseLineType } from './contact-rules.ts'

test.each([
  ['(615) 555-0142', '6155550142'],
  ['+1 615.555.0142', '6155550142'],
  ['16155550142', '6155550142'],
  ['615-555-0142 ext. 12', '6155550142'],
  ['615-555-0142x12', '6155550142'],
  ['115-555-0142', null],
  ['615-155-0142', null],
  ['26155550142', null],
  ['555-0142', null],
  ['', null],
])('%j as a phone is %j', (text, digits) => expect(normalizePhone(text)).toBe(digits))

test.each([
  [' Avery@Example.COM ', 'avery@example.com'],
  ['a.b+c@mail.example.com', 'a.b+c@mail.example.com'],
  ['avery@example', null],
  ['avery example.com', null],
  ['a..b@example.com', null],
  ['.a@example.com', null],
  ['a@-example.com', null],
  [`${'a'.repeat(250)}@example.com`, null],
])('%j as an email is %j', (text, address) => expect(normalizeEmail(text)).toBe(address))

test.each([
  ['Cell Phone', 'MOBILE'],
  ['Wireless', 'MOBILE'],
  ['m', 'MOBILE'],
  ['Land Line', 'LANDLINE'],
  ['L', 'LANDLINE'],
  ['Residential', 'LANDLINE'],
  ['Non-Fixed VoIP', 'VOIP'],
  ['phone2', 'UNKNOWN'],
  ['', 'UNKNOWN'],
])('a line called %j is %s', (words, type) => expect(parseLineType(words)).toBe(type))

test('a vendor is paused after five failures, twice as long with each further one, up to 15 minutes', () => {
  expect([0, 4, 5, 6, 7, 8, 9, 50].map(getPauseMs).map((ms) => ms / 60_000)).toEqual([0, 0, 1, 2, 4, 8, 15, 15])
})

test('contacts are sorted the same way whatever their input order', () => {
  const asOf = fc.constantFrom('2026-10-28', '2026-11-02')
  const contact = fc.oneof(
    fc.record({
      type: fc.constant('PHONE' as const),
      value: fc.constantFrom('6155550101', '6155550102', '6155550103'),
      lineType: fc.constantFrom('MOBILE' as const, 'LANDLINE' as const, 'VOIP' as const, 'UNKNOWN' as const),
      asOf,
    }),
    fc.record({ type: fc.constant('EMAIL' as const), value: fc.constantFrom('a@example.com', 'b@example.com'), asOf }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(contact, { selector: ({ value }) => value }), (contacts) => {
      expect(contacts.toReversed().sort(compareContacts)).toEqual(contacts.toSorted(compareContacts))
    }),
  )
  const phone = (lineType: 'MOBILE' | 'VOIP', day: string) => ({
    type: 'PHONE' as const,
    value: day,
    lineType,
    asOf: day,
  })
  const sorted = [phone('VOIP', '2026-11-03'), phone('MOBILE', '2026-11-01'), phone('MOBILE', '2026-11-02')].sort(
    compareContacts,
  )
  expect(sorted.map(({ value }) => value)).toEqual(['2026-11-02', '2026-11-01', '2026-11-03'])
})
