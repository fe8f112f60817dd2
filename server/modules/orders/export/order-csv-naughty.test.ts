import naughty from 'big-list-of-naughty-strings' with { type: 'json' }
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOptions, escapeFormulas } from '../../../platform/files/csv/csv.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { createOrderWithLeads, readOrderFile, testLead } from './order-csv.fixture.ts'
import { getFileLayout } from './order-csv-rules.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const leads = ['=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

/** Cases that the 2015 list lacks. */
const extraTexts = [
  ...leads.flatMap((lead) => [
    lead,
    `${lead}1+1`,
    `${lead}cmd|' /C calc'!A0`,
    `${lead}"`,
    `${lead},`,
    `a${lead}`,
    ` ${lead}1`,
  ]),
  ...[
    '\r\n=1+1',
    '\n\n=1',
    '\t\t',
    '"=1"',
    '""',
    '"',
    '","',
    '\r',
    '\n',
    '\r\n',
    'a\r\nb',
    'a\rb',
    'a\nb',
    ',',
    ',,',
    ';',
    '|',
  ],
  ...[
    '\uFEFF',
    '\uFEFFa',
    '\u2028',
    '\u2029',
    'a\u2028b',
    '\u0085',
    '\u00A0',
    '\u200B',
    '\u202Eevil',
    '\u061C',
    '\u0001',
    '\u001F',
    '\u007F',
  ],
  ...[
    "'",
    "'=1",
    "''",
    "'; drop table leads; --",
    '\\',
    '\\"',
    '\\n',
    '%00',
    '%0d%0a',
    '\v',
    '\f',
    '\b',
    '$(id)',
    '`id`',
    '{{7*7}}',
  ],
  ...[
    '👩‍👩‍👧‍👦',
    '🇺🇸',
    'e\u0301',
    'é',
    'Z\u0351\u036B\u0343\u036A\u0302',
    '\u{10FFFF}',
    '𝒯',
    'مرحبا',
    'שלום',
    '田中さん',
    'ﬀ',
    'İ',
    'ß',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'true',
    '1e5',
    '0x10',
    '00123',
    '1,234',
    '3/4',
    '2026-11-02',
    ' ',
    '  a  ',
    'x'.repeat(40_000),
  ],
]

/** Leads never contain what PostgreSQL cannot store in JSON: NUL and lone surrogates. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const texts = [...new Set([...naughty, ...extraTexts])].filter((text) => text !== '' && isStorable(text))

type CsvField = (typeof fields)[number]
const fields = [
  ...(['ownerName', 'mailingAddress', 'mailingCity', 'mailingState', 'mailingZip', 'address', 'unit', 'city'] as const),
  ...(['state', 'zip', 'countyFips', 'apn', 'useCode', 'useDescription'] as const),
]
const fillAllFields = (text: string) =>
  Object.fromEntries(fields.map((field) => [field, text])) as Record<CsvField, string>

/** In the column order of a mail file. */
const headers = new Map<CsvField, string>([
  ['ownerName', 'Owner Name'],
  ['mailingAddress', 'Mailing Address'],
  ['mailingCity', 'Mailing City'],
  ['mailingState', 'Mailing State'],
  ['mailingZip', 'Mailing ZIP'],
  ['address', 'Property Address'],
  ['unit', 'Property Unit'],
  ['city', 'Property City'],
  ['state', 'Property State'],
  ['zip', 'Property ZIP'],
  ['countyFips', 'County FIPS'],
  ['apn', 'Parcel Number'],
  ['useCode', 'County Use Code'],
  ['useDescription', 'County Use'],
])

const isFormula = (text: string) => leads.some((lead) => text.startsWith(lead))
/**
 * What a reader gets for a text, written independently of the implementation: an apostrophe before each part between
 * separators that would be a formula, and before a text that starts with a tab or a line end.
 */
function toReadText(text: string): string {
  const [first = '', ...others] = text.split(/(?<=[,;|\t\r\n])/)
  const asPart = (part: string) => (/^[+=@\uFF1D\uFF0B\uFF0D\uFF20-]/.test(bare(part)) ? `'${part}` : part)
  return [isFormula(bare(first)) ? `'${first}` : first, ...others.map(asPart)].join('')
}
/** A part without the characters that may precede a formula. */
const bare = (part: string) => part.replace(/^(?![\t\r\n])['"\s]*?(?=[^'"\s]|[\t\r\n]|$)/, '')

/** A strict RFC 4180 parser; anything else throws. */
function parseStrictly(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at++; ; at++) {
        if (at >= csv.length) throw new Error('a quoted cell does not end')
        if (csv[at] !== '"') cell += csv[at]
        else if (csv[at + 1] === '"') cell += csv[at++]
        else break
      }
      at++
    } else for (; at < csv.length && csv[at] !== ',' && csv[at] !== '\r'; at++) cell += plain(csv[at])
    row.push(cell)
    if (csv[at] === ',') {
      at++
      continue
    }
    if (csv.slice(at, at + 2) !== '\r\n') throw new Error(`neither a comma nor CRLF at ${at}`)
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}

function plain(character = '') {
  if (character === '"' || character === '\n') throw new Error('a quote or a line feed outside quotes')
  return character
}

/** The text cells of a file by column, read by the parser. */
const readers = {
  'csv-parse': (csv: string): string[][] => parse(csv, { record_delimiter: '\r\n' }),
  'a reader of the grammar': parseStrictly,
}

function expectTexts([header = [], ...rows]: string[][], written: readonly string[]) {
  expect(rows).toHaveLength(written.length)
  for (const [at, text] of written.entries())
    for (const [field, name] of headers) {
      const cell = rows[at]?.[header.indexOf(name)]
      if (cell !== toReadText(text))
        throw new Error(`${field} ${JSON.stringify(text)} came back as ${JSON.stringify(cell)}`)
    }
}

const expectNoFormula = (rows: string[][]) => expect(rows.flat().filter((cell) => isFormula(cell))).toEqual([])

describe('the big list of naughty strings', () => {
  test('covers many cases', () => {
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter(isFormula).length).toBeGreaterThan(60)
  })

  test.each(Object.entries(readers))('is read back from every text column by %s', async (_, read) => {
    const orderId = await createOrderWithLeads(
      database.db,
      texts.map((text) => ({ lead: fillAllFields(text) })),
    )
    const rows = read(await readOrderFile(database.db, orderId))
    expectTexts(rows, texts)
    expectNoFormula(rows)
  })

  test('is read back from the email columns too', async () => {
    const contact = { type: 'EMAIL', source: 'test', asOf: '2026-11-02' } as const
    const contacts = texts.map((value) => ({ contacts: [{ ...contact, value }] }))
    const orderId = await createOrderWithLeads(database.db, contacts)
    const [, ...rows] = parseStrictly(await readOrderFile(database.db, orderId, 'CALL_READY', ['EMAILS']))
    expect(rows.map(([cell]) => cell)).toEqual(texts.map(toReadText))
  })

  /** Writes a file with a given neutralizer. */
  const written = (neutralise: (text: string) => string, some: readonly string[]) => {
    const layout = getFileLayout('MAIL_READY', null)
    const records = some.map((text) => layout.toCells({ lead: { ...testLead, ...fillAllFields(text) }, contacts: [] }))
    const options = { ...csvOptions, columns: layout.headers, cast: { string: neutralise } }
    return parseStrictly(stringify(records, options))
  }

  test('would run as formulas without the neutralizer, and with the escaping of csv-stringify alone', () => {
    expectNoFormula(written(escapeFormulas, texts))
    expect(() => expectNoFormula(written((text) => text, texts))).toThrow()
    expect(() =>
      expectTexts(
        written((text) => text, texts),
        texts,
      ),
    ).toThrow('came back as')
    const theirs = stringify([['\n=1+1']], { ...csvOptions, header: false, cast: {}, escape_formulas: true })
    expect(parseStrictly(theirs)).toEqual([['\n=1+1']])
  })

  test('would break rows without quotes around every line end', () => {
    const unquoted = stringify([['a\nb']], { ...csvOptions, header: false, quote_record_delimiter: false })
    expect(() => parseStrictly(unquoted)).toThrow('outside quotes')
    expect(parseStrictly(stringify([['a\nb', 'c\rd']], { ...csvOptions, header: false }))).toEqual([['a\nb', 'c\rd']])
  })

  test('and any other text is read back, including NUL and lone surrogates', () => {
    const text = fc
      .oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('\0', '\uD800', ...leads))
      .filter(Boolean)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (some) => {
        expectTexts(written(escapeFormulas, some), some)
        expectNoFormula(written(escapeFormulas, some))
      }),
      { numRuns: 500 },
    )
  })
})

test('numbers stay numbers, including negative ones', async () => {
  const values = { lastSalePrice: -5, assessedValue: -0.5, marketValue: 0 }
  const orderId = await createOrderWithLeads(database.db, [{ lead: values }])
  const csv = await readOrderFile(database.db, orderId, 'MAIL_READY', ['VALUES', 'SALE'])
  expect(csv.split('\r\n')[1]).toBe('-0.5,0,2021-03,-5')
})
