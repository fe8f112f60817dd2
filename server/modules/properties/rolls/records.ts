/** A record may go on over a few lines inside quotes. A quote that stays open for longer was never meant to open. */
export const maxLinesOfRecord = 20

const quote = 34
const lineFeed = 10
const carriageReturn = 13

// More columns than any spreadsheet has.
const maxFields = 16_384

/** The record last read. Offsets are those of its text. */
export type CsvRecord = {
  /** How many fields it has. */
  count: number
  /** Where the next record begins. */
  end: number
  /** How many lines it takes. */
  lines: number
  /** False where a quoted field is not closed: the line is then taken alone, and has no fields. */
  isWhole: boolean
}

/**
 * Reads records of delimited text one at a time, without making texts of the fields that nobody asks for. A line ends
 * with LF, CRLF or CR alone. A quote inside a field, or text after a closing quote, stands for itself.
 *
 * A quote that is never closed spoils the line it stands on and no more: the line after it is read afresh. For that a
 * record of several lines must have `width` fields, or the quote that it closes with belongs to another record. A width
 * of 0 is not yet known.
 */
export function recordReader(delimiter: string, width: number) {
  const separator = delimiter.charCodeAt(0)
  const starts = new Int32Array(maxFields)
  const ends = new Int32Array(maxFields)
  // Only these fields have a pair of quotes that stands for one.
  const hasPairs = new Uint8Array(maxFields)
  const record: CsvRecord = { count: 0, end: 0, lines: 1, isWhole: true }
  let source = ''

  function read(text: string, from: number): CsvRecord {
    source = text
    const length = text.length
    let at = from
    let count = 0
    record.lines = 1
    record.isWhole = true
    for (;;) {
      const place = count < maxFields ? count : maxFields - 1
      count += 1
      hasPairs[place] = 0
      if (text.charCodeAt(at) === quote) {
        at = readQuoted(text, at, place)
        if (at < 0) return spoiled(text, from)
      } else {
        starts[place] = at
        at = endOfField(text, at, length)
        ends[place] = at
      }
      if (at < length && text.charCodeAt(at) === separator) at += 1
      else break
    }
    if (record.lines > 1 && width > 0 && count !== width) return spoiled(text, from)
    record.count = count
    record.end = afterLineEnd(text, at)
    return record
  }

  function endOfField(text: string, from: number, length: number): number {
    let at = from
    while (at < length) {
      const code = text.charCodeAt(at)
      if (code === separator || code === lineFeed || code === carriageReturn) break
      at += 1
    }
    return at
  }

  /** Gives where the field ends, or -1 where its quote is not closed. */
  function readQuoted(text: string, from: number, place: number): number {
    let close = text.indexOf('"', from + 1)
    while (close >= 0 && text.charCodeAt(close + 1) === quote) {
      hasPairs[place] = 1
      close = text.indexOf('"', close + 2)
    }
    if (close < 0) return -1
    const more = lineEnds(text, from, close, maxLinesOfRecord)
    const next = close + 1
    if (isEndOfField(text, next)) {
      starts[place] = from + 1
      ends[place] = close
      record.lines += more
      return record.lines > maxLinesOfRecord ? -1 : next
    }
    if (more > 0) return -1
    // `"THE" SAMPLE CO`: the quotes belong to the name.
    hasPairs[place] = 0
    starts[place] = from
    const end = endOfField(text, next, text.length)
    ends[place] = end
    return end
  }

  const isEndOfField = (text: string, at: number) => {
    if (at >= text.length) return true
    const code = text.charCodeAt(at)
    return code === separator || code === lineFeed || code === carriageReturn
  }

  function spoiled(text: string, from: number): CsvRecord {
    record.count = 0
    record.lines = 1
    record.isWhole = false
    record.end = afterLineEnd(text, endOfLine(text, from))
    return record
  }

  /** The text of a field, as written. */
  function field(place: number): string {
    const text = source.slice(starts[place], ends[place])
    return hasPairs[place] ? text.replaceAll('""', '"') : text
  }

  /** The text of a field without the blanks around it. */
  function trimmedField(place: number): string {
    let start = starts[place] ?? 0
    let end = ends[place] ?? 0
    while (start < end && source.charCodeAt(start) === 32) start += 1
    while (end > start && source.charCodeAt(end - 1) === 32) end -= 1
    if (start === end) return ''
    const text = source.slice(start, end)
    const isPlain = isVisible(source.charCodeAt(start)) && isVisible(source.charCodeAt(end - 1))
    const trimmed = isPlain ? text : text.trim()
    return hasPairs[place] ? trimmed.replaceAll('""', '"') : trimmed
  }

  return { read, field, trimmedField }
}

export type RecordReader = ReturnType<typeof recordReader>

/** Reads every record of a text whose first line has the number `line`. Empty lines are none. */
export function eachRecord(
  { read, field }: RecordReader,
  text: string,
  line: number,
  take: (record: CsvRecord, line: number) => void,
) {
  let at = 0
  let next = line
  while (at < text.length) {
    const record = read(text, at)
    if (!record.isWhole || record.count > 1 || field(0) !== '') take(record, next)
    at = record.end
    next += record.lines
  }
}

const isVisible = (code: number) => code > 32 && code < 127

/** Where a line ends, before its line end. */
export function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) break
    at += 1
  }
  return at
}

/** Where the line after begins: behind LF, CRLF or CR. */
export function afterLineEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === lineFeed) return at + 1
  if (text.charCodeAt(at) !== carriageReturn) return at
  return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
}

/** How many line ends a piece of text has, counted no further than `most`. */
export function lineEnds(text: string, from: number, to: number, most: number): number {
  let count = 0
  for (let at = from; at < to && count < most; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count += 1
  }
  return count
}
