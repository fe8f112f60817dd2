import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attacks, plainTexts } from './csv.fixture.ts'
import { csvText, neutralised } from './csv.ts'

/** Whether a cell would be run by Excel, LibreOffice or Google Sheets, whatever stands around the formula. */
const isRun = (cell: string) => /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell)

/** The same bytes as a spreadsheet reads them whose separator is another, by the quotes and without them. */
const readings = [',', ';', '|', '\t'].flatMap((delimiter) => [
  { delimiter, quote: '"' },
  { delimiter, quote: false as const },
])

function cellsBy(csv: string, reading: (typeof readings)[number]): string[] {
  const lenient = { relax_quotes: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }
  const read = (text: string): string[] => parse(text, { ...reading, ...lenient }).flat()
  try {
    return read(csv)
  } catch {
    // By another separator a quoted cell may have no end, which a spreadsheet takes to be that of the file.
    return read(`${csv}"`)
  }
}

/** Two cells in a row, since what a quoted cell leaves open may end in the next one. */
const fileOf = (texts: readonly string[]) =>
  csvText(
    ['First', '=1+1', 'Third'],
    texts.map((text) => [text, `x,${text}`, text]),
  )

describe('no cell of a file is a formula', () => {
  test.each(readings)('read with separator $delimiter and quote $quote', (reading) => {
    expect(cellsBy(fileOf(attacks), reading).filter(isRun)).toEqual([])
  })

  test.each(readings)('whatever was typed, read with separator $delimiter and quote $quote', (reading) => {
    const part = fc.constantFrom(...',;|\t\r\n"\' =+-@', '\r\n', '\uFF1D', '\u00a0', 'a', '1', 'Smith')
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        expect(cellsBy(fileOf(texts), reading).filter(isRun)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

test('taking one apostrophe off where one was put gives every text back', () => {
  const restored = (text: string) =>
    text
      .split(/([,;|\t\r\n])/)
      .map((part, at, parts) => {
        const begins = part.replaceAll(/['"\s]/g, '')
        const isLead = at === 0 && begins === '' && /^[\t\r\n]$/.test(parts[1] ?? '')
        return at % 2 === 0 && part.startsWith("'") && (isLead || isRun(begins)) ? part.slice(1) : part
      })
      .join('')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...',;|\t\r\n"\' =+-@a1') }), (text) => {
      expect(restored(neutralised(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test.each(plainTexts)('%o stays as it is', (text) => {
  expect(neutralised(text)).toBe(text)
})

test('a long text of blanks and line ends is neutralised at once', () => {
  // A search that began anew at each of them would take minutes.
  const text = `${'\n '.repeat(200_000)}=1`
  expect(neutralised(text)).toBe(`'${'\n '.repeat(199_999)}\n' =1`)
})
