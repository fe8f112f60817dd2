import { toCsvField } from '../../content/cell-text.ts'
import { unprocessable } from '../../content/input-file.ts'
import { type OpenTable, type TableHandle, toUniqueNames } from '../table.ts'
import { prependBytes, readHead } from '../text/byte-stream.ts'
import { decodeText, detectEncoding } from '../text/decode-text.ts'
import { requireColumns, type TextPart } from '../text/open-text.ts'
import { flattenRecord } from './flatten-record.ts'
import { createArrayScanner } from './scan-arrays.ts'

// The names of the columns are those of the first records: a key that only later ones have is not read.
const recordsExamined = 20_000
const bytesExamined = 64 * 1024 * 1024

/** A table of JSON: an array of objects, wherever it stands in the document, or an object on each line. */
export const toJsonTable = (part: TextPart, format: 'JSON' | 'JSON_LINES'): TableHandle => ({
  name: part.name,
  open: async () => {
    const path = format === 'JSON' ? await findTablePath(part) : undefined
    const header = await readHeader(part, path)
    requireColumns(header.length, part.fileName)
    return toOpenTable(part, { format, path, header })
  },
})

type JsonLayout = { format: 'JSON' | 'JSON_LINES'; path: string | undefined; header: string[] }

function toOpenTable(part: TextPart, { format, path, header }: JsonLayout): OpenTable {
  return {
    header: toUniqueNames(header),
    delimiter: ',',
    width: header.length,
    line: 1,
    bytes: toCsv(readRecords(part, path), header),
    facts: {
      name: part.name,
      file: { format, ...(part.name !== '' && { table: part.name }) },
      geometry: null,
      crsName: null,
      doubts: [],
      rowCount: null,
    },
  }
}

/** The array with most objects in the beginning of the document; `features` is the table wherever it is. */
async function findTablePath(part: TextPart): Promise<string> {
  const counts = new Map<string, number>()
  const scanner = createArrayScanner((path) => counts.set(path, (counts.get(path) ?? 0) + 1))
  let bytes = 0
  for await (const chunk of readText(part)) {
    bytes += chunk.length
    if (!scanner.push(chunk)) throw tooLong(part.fileName)
    if (bytes > bytesExamined || Math.max(0, ...counts.values()) >= recordsExamined) break
  }
  const [path] =
    [...counts].sort((a, b) => Number(b[0] === 'features') - Number(a[0] === 'features') || b[1] - a[1])[0] ?? []
  if (path === undefined)
    throw unprocessable(`The file ${part.fileName} has no list of records: it needs an array of objects.`)
  return path
}

async function readHeader(part: TextPart, path: string | undefined): Promise<string[]> {
  const names = new Set<string>()
  let count = 0
  for await (const records of readRecords(part, path)) {
    for (const record of records) for (const name of record.keys()) names.add(name)
    count += records.length
    if (count >= recordsExamined) break
  }
  if (names.size === 0) throw unprocessable(`The file ${part.fileName} has no records.`)
  return [...names]
}

async function* toCsv(batches: AsyncIterable<Map<string, string>[]>, header: readonly string[]) {
  for await (const records of batches)
    if (records.length > 0)
      yield Buffer.from(
        records.map((record) => `${header.map((name) => toCsvField(record.get(name) ?? '')).join(',')}\n`).join(''),
      )
}

/** The records of each piece of the file. */
async function* readRecords(part: TextPart, path: string | undefined): AsyncGenerator<Map<string, string>[]> {
  let found: Map<string, string>[] = []
  let count = 0
  const take = (text: Buffer) => {
    count += 1
    found.push(parseRecord(text, count, part.fileName))
  }
  const scanner = createArrayScanner((_path, text) => take(text), path)
  const lines = createLineCutter(take)
  for await (const chunk of readText(part)) {
    if (path === undefined) lines.push(chunk)
    else if (!scanner.push(chunk)) throw tooLong(part.fileName)
    yield found
    found = []
  }
  if (path === undefined) lines.end()
  else if (scanner.isOpen()) throw unprocessable(`The file ${part.fileName} ends in the middle: fetch it again.`)
  yield found
}

function createLineCutter(take: (line: Buffer) => void) {
  let open = Buffer.alloc(0)
  const takeFilled = (line: Buffer) => {
    if (line.toString('utf8').trim() !== '') take(line)
  }
  return {
    push: (chunk: Buffer) => {
      const bytes = Buffer.concat([open, chunk])
      let at = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
        takeFilled(bytes.subarray(at, end))
        at = end + 1
      }
      open = bytes.subarray(at)
    },
    end: () => takeFilled(open),
  }
}

function parseRecord(text: Buffer, count: number, fileName: string): Map<string, string> {
  try {
    return flattenRecord(JSON.parse(text.toString('utf8')))
  } catch {
    throw unprocessable(`Record ${count} of the file ${fileName} is no valid JSON.`)
  }
}

async function* readText({ read }: TextPart): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(read(), 4_096)
  yield* decodeText(prependBytes(head, rest), detectEncoding(head))
}

const tooLong = (fileName: string) =>
  unprocessable(`The file ${fileName} has a record longer than 32 MB: it is no list of properties.`)
