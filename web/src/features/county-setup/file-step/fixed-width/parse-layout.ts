import { type FixedColumn, maxColumnLength } from './fixed-columns.ts'

export type ParsedLayout = { columns: FixedColumn[] } | { problem: string }

type Places = 'start and length' | 'start and end' | 'length'

const noColumns: ParsedLayout = {
  problem: 'No columns were found. Write one per line: its name, first character and length, such as PARCEL, 1, 12.',
}

/**
 * Reads a list of columns, or the layout file of a publisher: a line for each with its name, and its first character
 * with its length or its last character, or its length alone. A header tells which; without one the numbers do.
 */
export function parseLayout(text: string): ParsedLayout {
  const rows = text.split(/\r\n|\r|\n/).map(splitLine)
  const headerAt = rows.findIndex(
    (cells) => cells.length > 1 && cells.every((cell) => toInt(cell) === undefined) && findPlaces(cells) !== null,
  )
  const header = rows[headerAt]
  const columns = header ? readByHeader(rows.slice(headerAt + 1), header) : readByNumbers(rows)
  if (columns.length === 0) return noColumns
  const wrong = columns.find(({ start, length }) => !(start >= 1 && length >= 1))
  if (wrong) return { problem: `The column ${wrong.name} has no first character or no length above 0.` }
  const overlapping = [...columns]
    .sort((a, b) => a.start - b.start)
    .find(({ start }, at, sorted) => at > 0 && start < (sorted[at - 1]?.start ?? 0) + (sorted[at - 1]?.length ?? 0))
  if (overlapping) return { problem: `The column ${overlapping.name} begins within the one before it.` }
  return { columns: columns.map((column) => ({ ...column, length: Math.min(column.length, maxColumnLength) })) }
}

/** By tabs, commas, bars or semicolons; else by two blanks or more, or by the blanks before numbers. */
function splitLine(line: string): string[] {
  const separator = /[\t,|;]/.exec(line)?.[0]
  const cells = separator ? line.split(separator) : line.trim().split(/\s{2,}|\s+(?=\d+(?:\s*-\s*\d+)?(?:\s|$))/)
  return cells.map((cell) => cell.replaceAll('"', '').trim())
}

const names = /^(?:field|column|name|field ?name|column ?name|element|description|item)/i
const starts = /^(?:start|begin|from|first|pos|position|start ?(?:pos|position|col|column)?|offset)/i
const ends = /^(?:end|to|last|through|thru|stop)/i
const lengths = /^(?:len|length|width|size|bytes)/i

type HeaderPlaces = { name: number; start: number; end: number; length: number }

function findPlaces(header: readonly string[]): HeaderPlaces | null {
  const find = (pattern: RegExp) => header.findIndex((cell) => pattern.test(cell.replaceAll(/[_.]/g, ' ')))
  const places = { name: find(names), start: find(starts), end: find(ends), length: find(lengths) }
  return places.length >= 0 || (places.start >= 0 && places.end >= 0) ? places : null
}

function readByHeader(rows: readonly string[][], header: readonly string[]): FixedColumn[] {
  const places = findPlaces(header)
  if (!places) return []
  const columns: FixedColumn[] = []
  let next = 1
  for (const cells of rows) {
    const [from, to] = toRange(cells[places.start] ?? '')
    const end = to ?? toInt(cells[places.end])
    const start = from ?? next
    const length = toInt(cells[places.length]) ?? (end === undefined ? undefined : end - start + 1)
    const name = (cells[Math.max(places.name, 0)] ?? '').trim()
    if (length === undefined || name === '') continue
    columns.push({ name, start, length })
    next = start + length
  }
  return columns
}

const toInt = (cell: string | undefined) => (cell !== undefined && /^\d+$/.test(cell) ? Number(cell) : undefined)

/** `13` or `13-24`. */
function toRange(cell: string): [start: number | undefined, end?: number] {
  const [, start, end] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(cell) ?? []
  return end === undefined ? [toInt(start)] : [Number(start), Number(end)]
}

type NumberedRow = { name: string; numbers: number[] }

function readByNumbers(rows: readonly string[][]): FixedColumn[] {
  const numbered = rows.flatMap((cells): NumberedRow[] => {
    const numbers = cells.flatMap((cell) => toRange(cell).filter((number) => number !== undefined))
    const name = cells.find((cell) => /[a-z]/i.test(cell))
    return name === undefined || numbers.length === 0 ? [] : [{ name, numbers }]
  })
  const places = guessPlaces(numbered)
  let next = 1
  return numbered.map(({ name, numbers: [first = 0, second = 0] }) => {
    const start = places === 'length' ? next : first
    const length = places === 'length' ? first : places === 'start and end' ? second - first + 1 : second
    next = start + length
    return { name, start, length }
  })
}

/** The second number is the last character where the next column begins behind it. */
function guessPlaces(rows: readonly NumberedRow[]): Places {
  if (rows.some(({ numbers }) => numbers.length < 2)) return 'length'
  const countFitting = (findNext: (row: number[]) => number) =>
    rows.filter(({ numbers }, at) => at > 0 && numbers[0] === findNext(rows[at - 1]?.numbers ?? [])).length
  const asEnds = countFitting(([, end = 0]) => end + 1)
  const asLengths = countFitting(([start = 0, length = 0]) => start + length)
  return asEnds > asLengths ? 'start and end' : 'start and length'
}
