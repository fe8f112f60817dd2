import { isAscii } from 'node:buffer'

/** A quoted record may span a few lines. A quote open for longer was never meant as one. */
export const maxLinesPerRecord = 20

const quote = 34
const lineFeed = 10
const carriageReturn = 13
const blank = 32

// A text of this size stays where V8 collects garbage cheaply: larger ones fill the rest of its heap.
const windowBytes = 64 * 1024

// More columns than any spreadsheet has.
const maxFields = 16_384

export type CsvRecord = {
  count: number
  end: number
  lines: number
  /** False for an unclosed quoted field: the line is then taken alone and has no fields. */
  isWhole: boolean
}

/**
 * Reads records of delimited text one at a time from UTF-8 bytes: delimiters and line ends are ASCII, and only
 * requested fields are decoded. A line ends with LF, CRLF or CR alone. A quote inside a field, or text after a closing
 * quote, is literal. We use our own reader for rolls of millions of rows and for contacts: csv-parse takes 17 times as
 * long for two million short lines, and silently swallows the lines after an unclosed quote.
 *
 * An unclosed quote invalidates only its own line: the next line is read afresh. For that, a record of several lines
 * must have `width` fields, or its closing quote belongs to another record. A width of 0 is not yet known.
 */
export function createRecordReader(delimiter: string, width: number) {
  const separator = delimiter.charCodeAt(0)
  const endsField = new Uint8Array(256)
  for (const code of [separator, lineFeed, carriageReturn]) endsField[code] = 1
  const starts = new Int32Array(maxFields)
  const ends = new Int32Array(maxFields)
  // Only these fields contain doubled quotes.
  const hasPairs = new Uint8Array(maxFields)
  const record: CsvRecord = { count: 0, end: 0, lines: 1, isWhole: true }
  let source: Buffer = Buffer.alloc(0)
  let recordStart = 0
  // Latin-1 of the record and those after it, created on first access to a field: substrings are nearly free.
  let latin1 = ''
  let windowStart = 0
  let windowEnd = 0
  let isPlain = true

  function read(bytes: Buffer, from: number): CsvRecord {
    if (bytes !== source) windowEnd = 0
    source = bytes
    recordStart = from
    const { length } = bytes
    let at = from
    let count = 0
    record.lines = 1
    record.isWhole = true
    for (;;) {
      const place = count < maxFields ? count : maxFields - 1
      count += 1
      hasPairs[place] = 0
      if (bytes[at] === quote) {
        at = readQuoted(bytes, at, place)
        if (at < 0) return spoiled(bytes, from)
      } else {
        starts[place] = at
        at = endOfField(bytes, at)
        ends[place] = at
      }
      if (at < length && bytes[at] === separator) at += 1
      else break
    }
    if (record.lines > 1 && width > 0 && count !== width) return spoiled(bytes, from)
    record.count = count
    record.end = skipLineEnd(bytes, at)
    return record
  }

  function endOfField(bytes: Buffer, from: number): number {
    const { length } = bytes
    let at = from
    while (at < length && endsField[bytes[at] ?? 0] === 0) at += 1
    return at
  }

  /** Returns the end of the field, or -1 for an unclosed quote. */
  function readQuoted(bytes: Buffer, from: number, place: number): number {
    let close = bytes.indexOf(quote, from + 1)
    while (close >= 0 && bytes[close + 1] === quote) {
      hasPairs[place] = 1
      close = bytes.indexOf(quote, close + 2)
    }
    if (close < 0) return -1
    const more = countLineEnds(bytes, from, close, maxLinesPerRecord)
    const next = close + 1
    if (endOfField(bytes, next) === next) {
      starts[place] = from + 1
      ends[place] = close
      record.lines += more
      return record.lines > maxLinesPerRecord ? -1 : next
    }
    if (more > 0) return -1
    // `"THE" SAMPLE CO`: the quotes belong to the name.
    hasPairs[place] = 0
    starts[place] = from
    const end = endOfField(bytes, next)
    ends[place] = end
    return end
  }

  function spoiled(bytes: Buffer, from: number): CsvRecord {
    record.count = 0
    record.lines = 1
    record.isWhole = false
    record.end = skipLineEnd(bytes, findLineEnd(bytes, from))
    return record
  }

  function slice(start: number, end: number): string {
    if (start < windowStart || end > windowEnd) moveWindow(end)
    if (isPlain || isPlainBetween(start, end)) return latin1.slice(start - windowStart, end - windowStart)
    return source.toString('utf8', start, end)
  }

  function moveWindow(end: number) {
    windowStart = recordStart
    windowEnd = Math.min(Math.max(end, recordStart + windowBytes), source.length)
    latin1 = source.toString('latin1', windowStart, windowEnd)
    isPlain = isAscii(source.subarray(windowStart, windowEnd))
  }

  function isPlainBetween(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if ((source[at] ?? 0) > 127) return false
    return true
  }

  const paired = (text: string, place: number) => (hasPairs[place] ? text.replaceAll('""', '"') : text)

  const field = (place: number): string => paired(slice(starts[place] ?? 0, ends[place] ?? 0), place)

  function trimmedField(place: number): string {
    let start = starts[place] ?? 0
    let end = ends[place] ?? 0
    while (start < end && source[start] === blank) start += 1
    while (end > start && source[end - 1] === blank) end -= 1
    if (start === end) return ''
    const text = slice(start, end)
    const isTrim = isVisible(source[start]) && isVisible(source[end - 1])
    return paired(isTrim ? text : text.trim(), place)
  }

  return { read, field, trimmedField }
}

export type RecordReader = ReturnType<typeof createRecordReader>

/** Reads every record of bytes whose first line has the number `line`. Empty lines are skipped. */
export function forEachRecord(
  { read, field }: RecordReader,
  bytes: Buffer,
  line: number,
  take: (record: CsvRecord, line: number) => void,
) {
  let at = 0
  let next = line
  while (at < bytes.length) {
    const record = read(bytes, at)
    if (!record.isWhole || record.count > 1 || field(0) !== '') take(record, next)
    at = record.end
    next += record.lines
  }
}

const isVisible = (code = 0) => code > 32 && code < 127

export function findLineEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1
  return at
}

export function skipLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === lineFeed) return at + 1
  if (bytes[at] !== carriageReturn) return at
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1
}

export function countLineEnds(bytes: Buffer, from: number, to: number, max: number): number {
  let count = 0
  for (let at = from; at < to && count < max; at += 1)
    if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) count += 1
  return count
}
