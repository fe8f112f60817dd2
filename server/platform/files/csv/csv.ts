import { type Stringifier, stringify } from 'csv-stringify'
import { stringify as stringifySync } from 'csv-stringify/sync'

// The one way to write CSV for spreadsheets; no other file imports the library.

export type CsvCell = string | number | null

/** Cell separators of any spreadsheet: the list separators of its locales, and line ends. */
const separators = ',;|\\t\\r\\n'
/** Blanks, quotes and apostrophes, which a spreadsheet may skip before a formula. */
const skippedPattern = `(?:['"]|[^\\S\\t\\r\\n])*`
const formulaCharacters = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20'

const formulaStartPattern = new RegExp(
  `^(?=${skippedPattern}[${formulaCharacters}\\t\\r\\n])|(?<=[${separators}])(?=${skippedPattern}[${formulaCharacters}])`,
  'g',
)

/**
 * Escapes text so that no spreadsheet runs it as a formula. An apostrophe goes before text that begins with `= + - @`,
 * their full-width forms, or a tab, CR or LF; and before `= + - @` after any character that separates cells or rows
 * where the file is not read by commas and quotes, as OWASP recommends:
 * https://owasp.org/www-community/attacks/CSV_Injection Text that already begins with an apostrophe before a formula
 * gets one more, so that removing one restores the original.
 */
export const escapeFormulas = (text: string): string => text.replace(formulaStartPattern, "'")

/** RFC 4180. Formulas are escaped in texts, headers too; numbers keep their minus. */
export const csvOptions = {
  header: true,
  record_delimiter: 'windows',
  // With a custom line end, the library otherwise leaves a lone CR or LF in a cell without quotes.
  quote_record_delimiter: true,
  cast: { string: escapeFormulas },
} as const

export const createCsvWriter = (headers: readonly string[]): Stringifier =>
  stringify({ ...csvOptions, columns: [...headers] })

/** Formats records as CSV in one go, with their header or, when appended to a file, without. */
export const formatCsv = (headers: readonly string[], records: readonly CsvCell[][], { header = true } = {}): string =>
  stringifySync([...records], { ...csvOptions, header, columns: [...headers] })
