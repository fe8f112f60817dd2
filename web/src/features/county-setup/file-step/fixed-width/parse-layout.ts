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
  const read = header ? { columns: readByHeader(rows.slice(headerAt + 1), header) } : readByNumbers(rows)
  if ('problem' in read) return read
  const { columns } = read
  if (columns.length === 0) return noColumns
  const wrong = columns.find(({ start, length }) => !(start >= 1 && length >= 1))
  if (wrong) return { problem: `The column ${wrong.name} has no first character or no length above 0.` }
  const overlapping = [...columns]
    .sort((a, b) => a.start - b.start)
    .find(({ start }, at, sorted) => at > 0 && start < (sorted[at - 1]?.start ?? 0) + (sorted[at - 1]?.length ?? 0))
  if (overlapping) return { problem: `The column ${overlapping.name} begins within the one before it.` }
  return { columns: columns.map((column) => ({ ...column, length: Math.min(column.length, maxColumnLength) })) }
}

/** By tabs, commas, bars or semicolons outside quotes; else by two blanks or more, or by the blanks around numbers. */
function splitLine(line: string): string[] {
  const separator = /[\t,|;]/.exec(line.replaceAll(/"[^"]*"/g, ''))?.[0]
  const cells = separator
    ? splitQuoted(line, separator)
    : line.trim().split(/\s{2,}|\s+(?=\d+(?:\s*-\s*\d+)?(?:\s|$))|(?<=^\d+)\s+/)
  return cells.map((cell) => cell.replaceAll('"', '').trim())
}

function splitQuoted(line: string, separator: string): string[] {
  // One quote alone is a sign of inches.
  if (line.split('"').length % 2 === 0) return line.split(separator)
  const cells: string[] = []
  for (const part of line.split(separator)) {
    const last = cells.at(-1)
    // An open quote goes on behind the separator.
    if (last !== undefined && last.split('"').length % 2 === 0) cells[cells.length - 1] = `${last}${separator}${part}`
    else cells.push(part)
  }
  return cells
}

/** The first that a header has is its column of names: it may have numbers and descriptions of the fields too. */
const names = [
  /^(?:field|column|element|item|variable)? ?name\b/i,
  /\bname\b/i,
  /^(?:field|column|element|item)$/i,
  /^description/i,
  /^(?:field|column|element|item)(?! ?(?:no|num|number|nbr|#|id)\b|\W*#)/i,
]
const starts = [/^(?:start|begin|from|first|pos|position|offset)/i]
const ends = [/^(?:end|to|last|through|thru|stop)/i]
const lengths = [/^(?:len|length|width|size|bytes)/i]

type HeaderPlaces = { name: number; start: number; end: number; length: number }

function findPlaces(header: readonly string[]): HeaderPlaces | null {
  const cells = header.map((cell) => cell.replaceAll(/[_.]/g, ' ').trim())
  const find = (patterns: readonly RegExp[]) => {
    const known = patterns.find((pattern) => cells.some((cell) => pattern.test(cell)))
    return known ? cells.findIndex((cell) => known.test(cell)) : -1
  }
  const places = { name: find(names), start: find(starts), end: find(ends), length: find(lengths) }
  return places.length >= 0 || (places.start >= 0 && (places.end >= 0 || places.name >= 0)) ? places : null
}

function readByHeader(rows: readonly string[][], header: readonly string[]): FixedColumn[] {
  const places = findPlaces(header)
  if (!places) return []
  // Without lengths and ends, a column reaches to the next one.
  const hasStartsAlone = places.length < 0 && places.end < 0
  const columns: FixedColumn[] = []
  let next = 1
  for (const cells of rows) {
    const [from, to] = toRange(cells[places.start] ?? '')
    const end = to ?? toInt(cells[places.end])
    const start = from ?? next
    const length = toInt(cells[places.length]) ?? (end === undefined ? undefined : end - start + 1)
    const name = (cells[Math.max(places.name, 0)] ?? '').trim()
    const isListed = length !== undefined || (hasStartsAlone && from !== undefined)
    if (!isListed || name === '') continue
    columns.push({ name, start, length: length ?? 0 })
    next = start + (length ?? 0)
  }
  if (!hasStartsAlone) return columns
  return columns.map((column, at) => {
    const nextStart = columns[at + 1]?.start ?? column.start + maxColumnLength
    return column.length > 0 ? column : { ...column, length: nextStart - column.start }
  })
}

const toInt = (cell: string | undefined) => (cell !== undefined && /^\d+$/.test(cell) ? Number(cell) : undefined)

/** `13` or `13-24`. */
function toRange(cell: string): [start: number | undefined, end?: number] {
  const [, start, end] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(cell) ?? []
  return end === undefined ? [toInt(start)] : [Number(start), Number(end)]
}

type NumberedRow = { name: string; numbers: number[] }

function readByNumbers(rows: readonly string[][]): ParsedLayout {
  const numbered = skipTitles(listNumberedRows(rows))
  const [first] = numbered
  if (!first) return noColumns
  const usual = first.numbers.length
  const other = numbered.find(({ numbers }) => numbers.length !== usual)
  if (other)
    return {
      problem: `The line of ${other.name} has ${other.numbers.length} numbers, and that of ${first.name} has ${usual}. Write each column as its name, first character and length.`,
    }
  const places = guessPlaces(numbered)
  let next = 1
  const columns = numbered.map(({ name, numbers: [one = 0, second = 0] }) => {
    const start = places === 'length' ? next : one
    const length = places === 'length' ? one : places === 'start and end' ? second - one + 1 : second
    next = start + length
    return { name, start, length }
  })
  return { columns }
}

function listNumberedRows(rows: readonly string[][]): NumberedRow[] {
  const toNumbers = (cells: readonly string[]) =>
    cells.flatMap((cell) => toRange(cell).filter((number) => number !== undefined))
  const parts = rows.flatMap((cells) => {
    const at = cells.findIndex((cell) => /[a-z]/i.test(cell))
    const [before, after] = [toNumbers(cells.slice(0, Math.max(at, 0))), toNumbers(cells.slice(at + 1))]
    return at < 0 || before.length + after.length === 0 ? [] : [{ name: cells[at] ?? '', before, after }]
  })
  const listed = parts.slice(parts.findIndex(({ before }) => before.length > 0))
  // The numbers of the lines themselves say nothing about places.
  if (listed.every(({ before, after }, at) => before.length === 1 && before[0] === at + 1 && after.length > 0))
    return listed.map(({ name, after }) => ({ name, numbers: after }))
  return parts.map(({ name, before, after }) => ({ name, numbers: [...before, ...after] }))
}

/** Without the lines before the first that has as many numbers as most have. A year alone is the one of the file. */
function skipTitles(rows: readonly NumberedRow[]): NumberedRow[] {
  const counts = new Map<number, number>()
  for (const { numbers } of rows) counts.set(numbers.length, (counts.get(numbers.length) ?? 0) + 1)
  const [[usual] = [0]] = [...counts].sort(([a, rowsA], [b, rowsB]) => rowsB - rowsA || b - a)
  const isYear = ([number = 0, ...others]: number[]) => others.length === 0 && number >= 1_900 && number < 2_100
  const firstAt = rows.findIndex(({ numbers }) => numbers.length === usual && !isYear(numbers))
  return firstAt < 0 ? [] : rows.slice(firstAt)
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
