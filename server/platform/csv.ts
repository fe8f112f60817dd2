import { type Stringifier, stringify } from 'csv-stringify'
import { stringify as stringifySync } from 'csv-stringify/sync'

// The one way to write CSV that people open in a spreadsheet; nothing else imports the library.

export type CsvCell = string | number | null

/** What parts cells in some spreadsheet or other: the list separator of its locale, and the ends of lines. */
const separators = ',;|\\t\\r\\n'
/** Blanks, quotes and apostrophes, which a spreadsheet may skip before a formula. */
const skipped = `(?:['"]|[^\\S\\t\\r\\n])*`
const formula = '=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20'

const formulaStarts = new RegExp(
  `^(?=${skipped}[${formula}\\t\\r\\n])|(?<=[${separators}])(?=${skipped}[${formula}])`,
  'g',
)

/**
 * Text that no spreadsheet runs as a formula. An apostrophe goes before what begins with `= + - @`, their full-width
 * forms, or a tab, CR or LF; and before `= + - @` behind any character that parts cells or rows where the file is not
 * read as commas and quotes say, which OWASP asks for: https://owasp.org/www-community/attacks/CSV_Injection
 * One goes before what is written like that already, so that whoever takes one off has what stood there.
 */
export const neutralised = (text: string): string => text.replace(formulaStarts, "'")

/** RFC 4180. Texts are neutralised, those of the header too; numbers keep the minus that is theirs. */
export const csvOptions = {
  header: true,
  record_delimiter: 'windows',
  // Beside a line end of one's own it leaves a lone CR or LF in a cell without quotes, unless told.
  quote_record_delimiter: true,
  cast: { string: neutralised },
} as const

export const csvWriter = (headers: readonly string[]): Stringifier =>
  stringify({ ...csvOptions, columns: [...headers] })

/** Records as CSV at once, with their header or, for what is appended to a file, without. */
export const csvText = (headers: readonly string[], records: readonly CsvCell[][], { header = true } = {}): string =>
  stringifySync([...records], { ...csvOptions, header, columns: [...headers] })
