import { appError } from '../../../platform/errors.ts'
import { linesInUtf8, recordReader, withoutByteOrderMark } from '../../properties/index.ts'
import { type Layout, layoutOf, wrongHeader } from './columns-rules.ts'

/** A table of contacts: `bytes` are the rows under its header, the first of which is `line` of the file. */
export type ContactTable = {
  layout: Layout
  delimiter: string
  width: number
  line: number
  bytes: AsyncIterable<Buffer>
}

const delimiters = [',', '\t', ';', '|']
// Notes may stand above the header.
const linesSearched = 20
const headBytes = 256 * 1024

/** Finds the header of a file of contacts. UNPROCESSABLE where no line of its beginning can be one. */
export async function openContacts(
  content: AsyncIterable<Buffer>,
  choices: readonly string[] = delimiters,
): Promise<ContactTable> {
  const pieces = withoutByteOrderMark(content)
  let head = Buffer.alloc(0)
  for (let isDone = false; !isDone && head.length < headBytes; ) {
    const next = await pieces.next()
    if (next.done) isDone = true
    else head = Buffer.concat([head, next.value])
  }
  if (head.includes(0)) throw appError('UNPROCESSABLE', 'This is no table of text: it has bytes that no text has.')
  const { end, ...table } = findHeader(head, choices)
  return { ...table, bytes: joined(head.subarray(end), pieces) }
}

async function* joined(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

type Header = Omit<ContactTable, 'bytes'> & { end: number }

function findHeader(head: Buffer, choices: readonly string[]): Header {
  const readers = choices.map((delimiter) => ({ delimiter, reader: recordReader(delimiter, 0) }))
  let widest: string[] = []
  let at = 0
  for (let line = 1; line <= linesSearched && at < head.length; line += 1) {
    let found: Header | undefined
    let next = head.length
    for (const { delimiter, reader } of readers) {
      const { end, lines } = reader.read(head, at)
      next = Math.min(next, end)
      const header = namesIn(linesInUtf8(head.subarray(at, end)), reader)
      if (header.length > widest.length) widest = header
      const layout = layoutOf(header)
      if (wrongHeader(header, layout) !== null || header.length <= (found?.width ?? 0)) continue
      found = { layout, delimiter, width: header.length, line: line + lines, end }
    }
    if (found) return found
    at = next
  }
  throw appError('UNPROCESSABLE', wrongHeader(widest) ?? 'The file has nothing in it.')
}

const namesIn = (line: Buffer, { read, field }: ReturnType<typeof recordReader>) =>
  Array.from({ length: read(line, 0).count }, (_, place) => field(place).trim())
