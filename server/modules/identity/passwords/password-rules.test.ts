import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoPassword } from '../../../demo/demo.ts'
import { rejectGuessablePassword } from './password-rules.ts'
import { mostlyKnownMessage } from './passwords.fixture.ts'

const portal = { publicUrl: 'https://leads.harborview.example.com' }
const tess = {
  email: 'tess.sampleton@mailers.example.com',
  firstName: 'Tess',
  lastName: 'Sampleton',
  phone: '615-555-0120',
  companyName: 'Maple Street Outreach',
}
const chooseFor = (password: string, owner: Parameters<typeof rejectGuessablePassword>[2] = tess) =>
  rejectGuessablePassword(portal, password, owner)

test.each(['password', 'Password', '12345678', 'qwertyuiop', 'iloveyou', 'BASEBALL'])(
  '%s is rejected as one of the most common passwords',
  (password) => {
    expect(() => chooseFor(password)).toThrow('This is one of the most common passwords. Please choose another.')
  },
)

test.each(['zzzzzzzzz', '- - - - -', '........', 'abcdefgh12345678', 'xyxyxyxyxy', 'qwertz-asdfgh-87654', '1987-2026'])(
  '%s is rejected as a sequence, years or a repetition',
  (password) => {
    expect(() => chooseFor(password)).toThrow(
      'This password is mostly a sequence, a year or a repetition, which is guessed first. Please choose another.',
    )
  },
)

test('a common password with a known word added is rejected as such', () => {
  for (const password of ['dooryard-basketball', 'Tess-monkey1', 'sunshine@admin'])
    expect(() => chooseFor(password)).toThrow('This is a common password with a word added that is guessed as soon.')
})

test.each([
  ['the email', 'tess.sampleton@mailers.example.com'],
  ['the part of the email before the @', 'Tess.Sampleton'],
  ['the last name', 'sampleton'],
  ['both names in one', 'SampletonTess'],
  ['a name and a year', 'Sampleton-1987!'],
  ['a first name and a year', 'tess-2026'],
  ['a name and a year and a short word', 'sampleton-1987-oak'],
  ['a name with digits for letters', '$4mpl3t0n!!'],
  ['the phone number', '(615) 555-0120'],
  ['a part of the company', 'outreach-2026'],
  ['the company with a filler', 'MapleStreet12'],
  ['the host of the email', 'Mailers#1234'],
  ['the host of the portal', 'harborview-leads'],
  ['the product', 'dooryard'],
  ['the product and a year', 'dooryard2026'],
  ['the product and a sequence', 'D00ry@rd-123456789'],
  ['the product and a row of keys', 'qwertzdooryardasdfghjkl'],
  ['the product and a repetition', 'dooryardxyxyxyxyxyxy'],
  ['the product twice', 'Dooryard Dooryard'],
  ['the product, its letters apart', 'd-o-o-r-y-a-r-d'],
  ['the name of a role', 'superadmin'],
  ['the name of a role in two words', 'Super-Admin'],
  ['another of them', 'Administrator!'],
  ['a role and a word of every portal', 'admin-password-2026'],
  ['the password of the demo', demoPassword],
])('a password made of %s is rejected: %s', (_, password) => {
  expect(() => chooseFor(password)).toThrow(mostlyKnownMessage)
})

test.each([
  'correct-horse-battery',
  'x7#kQ!2m',
  'пароль-и-крыльцо',
  'a-door-in-the-yard-of-otters',
  'sampleton-walks-seven-otters',
  'dooryard kq7wzr5u',
  'kq7w123z',
  '20481024',
  'portal-gun-cake',
  'kr7usertq9',
  'superb-Zebra4',
  'testament9',
])('%s is accepted', (password) => {
  expect(() => chooseFor(password)).not.toThrow()
})

const buyer = {
  email: 'lee@buyers.example.com',
  firstName: 'Lee',
  lastName: 'Home',
  phone: '615-555-0121',
  companyName: 'The Home Buying and Real Estate Group',
}

test.each(['kr7usertq9', 'superb-Zebra4', 'testament9', 'groupThink77', 'realtime-42!', 'andthen-the-otter'])(
  '%s is accepted, though it contains a short word of the company or the portal',
  (password) => {
    expect(() => chooseFor(password, buyer)).not.toThrow()
  },
)

test.each(['lee-home-2026', 'EstateGroup1', 'thehomebuyingandrealestategroup'])('but %s is rejected', (password) => {
  expect(() => chooseFor(password, buyer)).toThrow(mostlyKnownMessage)
})

test('with only the email known, a password may contain the other words', () => {
  expect(() => chooseFor('outreach-2026', { email: 'casey@example.com' })).not.toThrow()
})

/** Random text of 16 to 40 characters, deterministic per number. */
const randomPasswords = fc
  .tuple(fc.nat(), fc.integer({ min: 16, max: 40 }))
  .map(([seed, length]) => createHash('sha256').update(String(seed)).digest('base64url').slice(0, length))
const sampleWords = ['dooryard', 'admin', 'tess', 'Sampleton', 'outreach', 'harborview', 'password', '2026', '']
const anyWord = fc.constantFrom(...sampleWords)

test('a long random password is never rejected, whatever words surround it', () => {
  const around = fc.tuple(anyWord, randomPasswords, anyWord).map((parts) => parts.join('-'))
  fc.assert(
    fc.property(around, (password) => {
      chooseFor(password)
    }),
  )
})

/** Deterministic bytes of a text, as many as in a hash. */
const hashBytes = (text: string) => [...createHash('sha512').update(text).digest()]
const pickChar = (from: string, byte = 0) => from.charAt(byte % from.length)

test.each([
  [
    'letters and digits',
    (seed: string) => hashBytes(seed).map((byte) => pickChar('abcdefghijkmnpqrstuvwxyz23456789', byte)),
  ],
  ['printable signs', (seed: string) => hashBytes(seed).map((byte) => String.fromCharCode(33 + (byte % 94)))],
  [
    'syllables',
    (seed: string) => hashBytes(seed).map((byte, n) => pickChar(n % 2 ? 'aeiou' : 'bdfghjklmnprstvwz', byte)),
  ],
])('8 to 15 random %s are practically never rejected, for any user', (_, letters) => {
  const owners = [tess, buyer, { ...tess, firstName: 'Lena', lastName: 'Moro', email: 'lena@moro.example.com' }]
  const refused = Array.from({ length: 6000 }, (_, n) => {
    const password = letters(String(n))
      .slice(0, 8 + (n % 8))
      .join('')
    try {
      chooseFor(password, owners[n % owners.length])
      return []
    } catch {
      return [password]
    }
  }).flat()
  expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(1)
})

test('known words, in any case and with any separators, are always rejected', () => {
  const known = fc.constantFrom('dooryard', 'administrator', 'sampleton', 'harborview', 'Outreach', 's@mpl3ton')
  const between = fc.constantFrom('', '-', '_', ' ', '.', '!', '1', '2026', '123', 'x')
  const atEnd = fc.constantFrom('', '!!!', '99', '#1', '-2026', 'qwerty')
  const made = fc
    .tuple(between, known, between, known, atEnd, fc.boolean())
    .map(([...parts]) => (parts.pop() ? parts.join('').toUpperCase() : parts.join('')))
  fc.assert(
    fc.property(made, (password) => {
      expect(() => chooseFor(password)).toThrow(mostlyKnownMessage)
    }),
  )
})

test('the error names the field it is shown on', () => {
  const issues = [expect.objectContaining({ path: 'newPassword' })]
  const refusal = expect.objectContaining({ code: 'VALIDATION', extra: { issues } })
  expect(() => rejectGuessablePassword(portal, 'password', tess, 'newPassword')).toThrow(refusal)
})
