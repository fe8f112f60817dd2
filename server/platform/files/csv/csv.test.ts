import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formulaAttacks, plainTexts } from './csv.fixture.ts'
import { escapeFormulas, formatCsv } from './csv.ts'

/** Whether Excel, LibreOffice or Google Sheets would run a cell as a formula, whatever surrounds it. */
const isFormula = (cell: string) => /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell)

/** The same bytes as read by a spreadsheet with another separator, with and without quotes. */
const readings = [',', ';', '|', '\t'].flatMap((delimiter) => [
  { delimiter, quote: '"' },
  { delimiter, quote: false as const },
])

function parseCells(csv: string, reading: (typeof readings)[number]): string[] {
  const lenient = { relax_quotes: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }
  const read = (text: string): string[] => parse(text, { ...reading, ...lenient }).flat()
  try {
    return read(csv)
  } catch {
    // With another separator, a quoted cell may never close; a spreadsheet ends it at the end of the file.
    return read(`${csv}"`)
  }
}

/** Two cells in a row, since a quote left open in one may close in the next. */
const buildFile = (texts: readonly string[]) =>
  formatCsv(
    ['First', '=1+1', 'Third'],
    texts.map((text) => [text, `x,${text}`, text]),
  )

describe('no cell of a file is a formula', () => {
  test.each(readings)('read with separator $delimiter and quote $quote', (reading) => {
    expect(parseCells(buildFile(formulaAttacks), reading).filter(isFormula)).toEqual([])
  })

  test.each(readings)('any typed text is safe, read with separator $delimiter and quote $quote', (reading) => {
    const part = fc.constantFrom(...',;|\t\r\n"\' =+-@', '\r\n', '\uFF1D', '\u00a0', 'a', '1', 'Smith')
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        expect(parseCells(buildFile(texts), reading).filter(isFormula)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

test('removing the added apostrophe restores every text', () => {
  const restored = (text: string) =>
    text
      .split(/([,;|\t\r\n])/)
      .map((part, at, parts) => {
        const begins = part.replaceAll(/['"\s]/g, '')
        const isLead = at === 0 && begins === '' && /^[\t\r\n]$/.test(parts[1] ?? '')
        return at % 2 === 0 && part.startsWith("'") && (isLead || isFormula(begins)) ? part.slice(1) : part
      })
      .join('')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...',;|\t\r\n"\' =+-@a1') }), (text) => {
      expect(restored(escapeFormulas(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test.each(plainTexts)('%o stays unchanged', (text) => {
  expect(escapeFormulas(text)).toBe(text)
})

test('a long text of blanks and line ends is escaped quickly', () => {
  // A regular expression that restarts at each of them would take minutes.
  const text = `${'\n '.repeat(200_000)}=1`
  expect(escapeFormulas(text)).toBe(`'${'\n '.repeat(199_999)}\n' =1`)
})
