import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoPassword } from '../../demo.ts'
import { refuseGuessable } from './password-rules.ts'
import { mostlyKnown } from './passwords.fixture.ts'

const portal = { publicUrl: 'https://leads.harborview.example.com' }
const tess = {
  email: 'tess.sampleton@mailers.example.com',
  firstName: 'Tess',
  lastName: 'Sampleton',
  phone: '615-555-0120',
  companyName: 'Maple Street Outreach',
}
const choose = (password: string, owner: Parameters<typeof refuseGuessable>[2] = tess) =>
  refuseGuessable(portal, password, owner)

test.each(['password', 'Password', '12345678', 'qwertyuiop', 'iloveyou', 'BASEBALL'])(
  '%s is refused, being one that everybody tries first',
  (password) => {
    expect(() => choose(password)).toThrow('This is one of the most common passwords. Please choose another.')
  },
)

test.each(['zzzzzzzzz', '- - - - -', '........', 'abcdefgh12345678', 'xyxyxyxyxy', 'qwertz-asdfgh-87654', '1987-2026'])(
  '%s is refused, being a sequence, years or a repetition',
  (password) => {
    expect(() => choose(password)).toThrow(
      'This password is mostly a sequence, a year or a repetition, which is guessed first. Please choose another.',
    )
  },
)

test('a common password with a known word added is refused as such', () => {
  for (const password of ['dooryard-basketball', 'Tess-monkey1', 'sunshine@admin'])
    expect(() => choose(password)).toThrow('This is a common password with a word added that is guessed as soon.')
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
])('a password made of %s is refused: %s', (_, password) => {
  expect(() => choose(password)).toThrow(mostlyKnown)
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
])('%s is taken', (password) => {
  expect(() => choose(password)).not.toThrow()
})

const buyers = {
  email: 'lee@buyers.example.com',
  firstName: 'Lee',
  lastName: 'Home',
  phone: '615-555-0121',
  companyName: 'The Home Buying and Real Estate Group',
}

test.each(['kr7usertq9', 'superb-Zebra4', 'testament9', 'groupThink77', 'realtime-42!', 'andthen-the-otter'])(
  '%s is taken, though a short word of the company or the portal is in it',
  (password) => {
    expect(() => choose(password, buyers)).not.toThrow()
  },
)

test.each(['lee-home-2026', 'EstateGroup1', 'thehomebuyingandrealestategroup'])('but %s is refused', (password) => {
  expect(() => choose(password, buyers)).toThrow(mostlyKnown)
})

test('of somebody of whom the email alone is known the rest may be chosen', () => {
  expect(() => choose('outreach-2026', { email: 'casey@example.com' })).not.toThrow()
})

/** Text that nobody guesses, of 16 to 40 characters, the same for the same number. */
const random = fc
  .tuple(fc.nat(), fc.integer({ min: 16, max: 40 }))
  .map(([seed, length]) => createHash('sha256').update(String(seed)).digest('base64url').slice(0, length))
const words = ['dooryard', 'admin', 'tess', 'Sampleton', 'outreach', 'harborview', 'password', '2026', '']
const word = fc.constantFrom(...words)

test('a long random password is never refused, whatever words stand around it', () => {
  const around = fc.tuple(word, random, word).map((parts) => parts.join('-'))
  fc.assert(
    fc.property(around, (password) => {
      choose(password)
    }),
  )
})

/** The same numbers for the same text, as many as there are bytes in a hash. */
const bytes = (text: string) => [...createHash('sha512').update(text).digest()]
const pick = (from: string, byte = 0) => from.charAt(byte % from.length)

test.each([
  ['letters and digits', (seed: string) => bytes(seed).map((byte) => pick('abcdefghijkmnpqrstuvwxyz23456789', byte))],
  ['printable signs', (seed: string) => bytes(seed).map((byte) => String.fromCharCode(33 + (byte % 94)))],
  ['syllables', (seed: string) => bytes(seed).map((byte, n) => pick(n % 2 ? 'aeiou' : 'bdfghjklmnprstvwz', byte))],
])('8 to 15 random %s are practically never refused, whoever chooses them', (_, letters) => {
  const owners = [tess, buyers, { ...tess, firstName: 'Lena', lastName: 'Moro', email: 'lena@moro.example.com' }]
  const refused = Array.from({ length: 6000 }, (_, n) => {
    const password = letters(String(n))
      .slice(0, 8 + (n % 8))
      .join('')
    try {
      choose(password, owners[n % owners.length])
      return []
    } catch {
      return [password]
    }
  }).flat()
  expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(1)
})

test('known words, in whatever case and with whatever is put between them, are always refused', () => {
  const known = fc.constantFrom('dooryard', 'administrator', 'sampleton', 'harborview', 'Outreach', 's@mpl3ton')
  const between = fc.constantFrom('', '-', '_', ' ', '.', '!', '1', '2026', '123', 'x')
  const atEnd = fc.constantFrom('', '!!!', '99', '#1', '-2026', 'qwerty')
  const made = fc
    .tuple(between, known, between, known, atEnd, fc.boolean())
    .map(([...parts]) => (parts.pop() ? parts.join('').toUpperCase() : parts.join('')))
  fc.assert(
    fc.property(made, (password) => {
      expect(() => choose(password)).toThrow(mostlyKnown)
    }),
  )
})

test('the refusal names the field it is shown on', () => {
  const issues = [expect.objectContaining({ path: 'newPassword' })]
  const refusal = expect.objectContaining({ code: 'VALIDATION', extra: { issues } })
  expect(() => refuseGuessable(portal, 'password', tess, 'newPassword')).toThrow(refusal)
})
