import { createRecordReader } from './records.ts'

export const textDelimiters = [',', '\t', '|', ';', '~', '^'] as const
export type TextDelimiter = (typeof textDelimiters)[number]

export type TextRecord = { line: number; lines: number; cells: string[]; end: number }

/** Where the table stands in a text: `width` columns, the names on `header` unless no line has them. */
export type TextLayout = {
  delimiter: TextDelimiter
  width: number
  records: TextRecord[]
  header: TextRecord | null
}

// The names stand below a few lines of title at most.
const linesSearched = 20
const linesSearchedByName = 50
const maxRecords = 400

type LayoutChoices = {
  delimiter?: string | undefined
  headerLine?: number | undefined
  /** Names that are expected: they tell the header and its delimiter. */
  names?: ReadonlySet<string> | undefined
}

/** The records at the beginning of UTF-8 text, empty lines left out. Spoiled ones have no cells. */
export function readRecords(text: Buffer, delimiter: string, max = maxRecords): TextRecord[] {
  const reader = createRecordReader(delimiter, 0)
  const records: TextRecord[] = []
  let line = 1
  for (let at = 0; at < text.length && records.length < max; ) {
    const { count, end, lines, isWhole } = reader.read(text, at)
    const cells = isWhole ? Array.from({ length: count }, (_, place) => reader.trimmedField(place)) : []
    if (cells.length !== 1 || cells[0] !== '') records.push({ line, lines, cells, end })
    line += lines
    at = end
  }
  return records
}

/**
 * Finds delimiter, width and header of the text, or of the chosen ones what is missing. The delimiter is the one that
 * cuts most lines into the same number of cells; of equals the one with more cells.
 */
export function detectLayout(head: Buffer, chosen: LayoutChoices): TextLayout | undefined {
  const choices = chosen.delimiter ? [chosen.delimiter as TextDelimiter] : textDelimiters
  let best: (TextLayout & { score: number }) | undefined
  for (const delimiter of choices) {
    const records = readRecords(head, delimiter)
    const named = chosen.names && chosen.headerLine !== 0 ? findNamedHeader(records, chosen.names) : undefined
    // The rows tell the width, whether names are expected or not: else a file is shown with one and read with another.
    const { width: ofMost, share: ofRows } = measureWidth(records)
    // Broken rows do not cut off columns that the source needs.
    const width = Math.max(ofMost, named?.width ?? 0)
    const share = named?.count ?? ofRows
    // A text of one column fits every delimiter, and a comma in a third of its cells makes no table.
    const score = width < 2 ? 0 : share * (1 + Math.min(width, 12) / 24)
    if (best && score <= best.score) continue
    best = { delimiter, width, records, header: named?.header ?? null, score }
  }
  if (!best) return undefined
  return { ...best, width: Math.max(best.width, 1), header: best.header ?? findHeader(best, chosen.headerLine) }
}

/** The most frequent number of cells; a lost cell at the end of some lines does not change it. */
function measureWidth(records: readonly TextRecord[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const { cells } of records) if (cells.length > 0) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 0, rows = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { width, share: rows / Math.max(records.length, 1) }
}

function findHeader({ records, width }: TextLayout, chosenLine: number | undefined): TextRecord | null {
  if (chosenLine === 0) return null
  if (chosenLine !== undefined) return records.find(({ line }) => line >= chosenLine) ?? null
  const first = records.filter(({ line }) => line <= linesSearched)
  for (const [at, record] of first.entries())
    if (isHeader(record, width, records.slice(at + 1), first[at + 1])) return record
  return null
}

// Names that a table gets here, which no line of the file has.
const isGivenName = (name: string) => name.startsWith('@') || /^Column \d+$/.test(name)

/**
 * The line with most of the names, when it has half of them: a value may be the name of a column. Where the header
 * stands may change from one version to the next.
 */
function findNamedHeader(records: readonly TextRecord[], names: ReadonlySet<string>) {
  let best: { header: TextRecord; count: number; width: number } | undefined
  const wanted = [...names].filter((name) => !isGivenName(name)).length
  for (const record of records) {
    if (record.line > linesSearchedByName) break
    const count = new Set(record.cells.filter((cell) => names.has(cell))).size
    const width = record.cells.findLastIndex((cell) => names.has(cell)) + 1
    if (count > (best?.count ?? 0) && count >= wanted / 2) best = { header: record, count, width }
  }
  return best
}

function isHeader({ cells }: TextRecord, width: number, below: readonly TextRecord[], next: TextRecord | undefined) {
  const filled = cells.filter((cell) => cell !== '')
  const isWide = cells.length >= Math.min(width, 2) && cells.length >= width * 0.6 && filled.length >= width * 0.5
  if (!isWide || new Set(filled).size < filled.length * 0.5) return false
  if (isPlaceholders(filled) && next && !looksLikeData(next.cells, below.slice(1), width)) return false
  return !looksLikeData(cells, below, width)
}

/** `Unnamed: 4` is what pandas writes for a column without a name: such a line stands above the real names. */
const isPlaceholders = (cells: readonly string[]) =>
  cells.filter((cell) => /^Unnamed: ?\d+$/.test(cell)).length > cells.length / 2

const isValue = (cell: string) =>
  /^[($+-]*\d[\d,.]*[)%]?$/.test(cell) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$/.test(cell)

const longName = 80
const longestName = 300
const longValue = 40

/** A cell longer than names are, unless the values below it are short: some agencies describe columns in their names. */
const isTooLongForName = (cell: string, place: number, rows: readonly TextRecord[]) =>
  cell.length > longestName ||
  (cell.length > longName && !(rows.length > 0 && rows.every(({ cells }) => (cells[place] ?? '').length <= longValue)))

/**
 * Whether a line has values where names would stand: numbers and dates in columns of numbers and dates, or, in a table
 * of words, words that are repeated below.
 */
function looksLikeData(cells: readonly string[], below: readonly TextRecord[], width: number): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const rows = below.filter((record) => record.cells.length === width)
  if (cells.some((cell, place) => isTooLongForName(cell, place, rows))) return true
  if (filled.filter(isValue).length > filled.length / 2) return true
  if (rows.length === 0) return false
  let values = 0
  let valueColumns = 0
  let repeated = 0
  for (const [place, cell] of cells.entries()) {
    if (cell === '') continue
    const column = rows.map((row) => row.cells[place] ?? '').filter((other) => other !== '')
    if (column.includes(cell)) repeated += 1
    if (column.length === 0 || column.filter(isValue).length < column.length * 0.8) continue
    valueColumns += 1
    if (isValue(cell)) values += 1
  }
  if (valueColumns > 0) return values > valueColumns / 2
  return repeated > filled.length / 3
}
