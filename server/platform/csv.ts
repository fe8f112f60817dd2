// One way to write CSV that people open in a spreadsheet.

/**
 * Text that no spreadsheet runs as a formula: an apostrophe goes before what begins with `= + - @`, their full-width
 * forms, or a tab, CR or LF, behind which a formula may stand; csv-stringify's own `escape_formulas` leaves out the LF.
 * One goes before what is written like that already, too, so that whoever takes one off has what stood there.
 */
export const neutralised = (text: string): string =>
  /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text

/** How csv-stringify writes RFC 4180 with a header. Texts are neutralised; numbers keep the minus that is theirs. */
export const csvOptions = {
  header: true,
  record_delimiter: 'windows',
  // Beside a line end of one's own it leaves a lone CR or LF in a cell without quotes, unless told.
  quote_record_delimiter: true,
  cast: { string: neutralised },
} as const
