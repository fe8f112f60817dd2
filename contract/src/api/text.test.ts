import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewCampaign } from '../orders/campaigns.ts'
import { textLine, textLines } from './text.ts'

const parseLine = (text: string) => textLine().parse(text)

test.each([
  ['a zero-width space', 'River\u200bside'],
  ['a word joiner', 'River\u2060side'],
  ['a soft hyphen', 'River\u00adside'],
  ['a byte order mark', '\ufeffRiverside'],
  ['a right-to-left override', 'River\u202eside\u202c'],
  ['an isolate', '\u2067River\u2069side'],
  ['an Arabic letter mark', 'River\u061cside'],
  ['a Mongolian vowel separator', 'River\u180eside'],
  ['tags, which hide ASCII', 'River\u{e0041}\u{e007f}side'],
  ['blank braille', '\u2800Riverside\u2800'],
  ['a Hangul filler', '\u3164Riverside\uffa0'],
  ['an annotation', 'River\ufff9side\ufffb'],
  ['a joiner between Latin letters', 'River\u200dsi\u200cde'],
  ['a variation selector behind none', '\ufe0f\ufe0fRiverside \ufe0f'],
  ['blanks around it', '  Riverside\u00a0'],
])('%s is removed', (_, text) => {
  expect(parseLine(text)).toBe('Riverside')
})

test('line ends and other control characters become a space, so that words stay separate', () => {
  expect(parseLine('River\r\nside\u2028Drive\u0000\tEast\u0085End')).toBe('River side Drive East End')
})

test.each([
  ['a Persian word with a non-joiner', 'می\u200cخواهم'],
  ['a Sinhala word with a joiner', 'ශ්\u200dරී'],
  ['a family of emoji', '👩🏽\u200d👩\u200d👧'],
  ['a heart that is a picture', '❤\ufe0f'],
  ['a name with a variant of a character', '葛\u{e0100}城'],
  ['accents as marks of their own', 'Jose\u0301'],
  ['Hebrew and Arabic', 'שלום العربية'],
])('%s is kept', (_, text) => {
  expect(parseLine(text)).toBe(text)
})

test('cleaning a cleaned text changes nothing', () => {
  const part = fc.constantFrom(
    ...'aкب क्👩❤葛 \n',
    '\u200d',
    '\u200c',
    '\ufe0f',
    '\u{e0100}',
    '\u200b',
    '\u202e',
    '\u0301',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const once = parseLine(parts.join(''))
      expect(parseLine(once)).toBe(once)
      const several = textLines().parse(parts.join(''))
      expect(textLines().parse(several)).toBe(several)
    }),
    { numRuns: 2_000 },
  )
})

test('a text of several lines keeps its lines and loses other invisible characters', () => {
  expect(textLines().parse(' Called\u200b twice.\r\n\u202eAsked\tfor\u0007 June.\u2028\n')).toBe(
    'Called twice.\nAsked for  June.',
  )
})

test.each(['\u200b\u200b\u200b', '\u200d', '\u2066\u2069', '\ufe0f', ' \u3164 ', '\u2800'])(
  'a name of invisible characters is empty: %j',
  (name) => {
    const { error } = NewCampaign.safeParse({ name, campaignType: 'MAIL_READY', criteria: {} })
    expect(error?.issues[0]?.message).toBe('Campaign name is required')
  },
)

test('length limits apply to the cleaned text', () => {
  const name = `${'x'.repeat(100)}${'\u200b'.repeat(50)}`
  const { success } = NewCampaign.shape.name.safeParse(name)
  expect(success).toBe(true)
})
