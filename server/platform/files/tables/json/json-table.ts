import { toCsvField } from '../../content/cell-text.ts'
import { unprocessable } from '../../content/input-file.ts'
import { type OpenTable, type TableChoices, type TableHandle, toUniqueNames } from '../table.ts'
import { prependBytes, readHead } from '../text/byte-stream.ts'
import { decodeText, detectEncoding } from '../text/decode-text.ts'
import { requireColumns, type TextPart } from '../text/open-text.ts'
import { toUtf8Lines } from '../text/text-decoding.ts'
import { createLineCutter } from './cut-lines.ts'
import { flattenRecord } from './flatten-record.ts'
import { parseJson } from './parse-json.ts'
import { createArrayScanner } from './scan-arrays.ts'

// The list is looked for in so many records, and columns that are asked for in no fewer.
const recordsExamined = 20_000
const bytesExamined = 64 * 1024 * 1024
const maxPaths = 1_000

/** A table of JSON: an array of objects, wherever it stands in the document, or an object on each line. */
export const toJsonTable = (
  part: TextPart,
  format: 'JSON' | 'JSON_LINES',
  { encoding }: TableChoices,
): TableHandle => ({
  name: part.name,
  open: async ({ names } = {}) => {
    const source = { ...part, encoding }
    const path = format === 'JSON' ? await findTablePath(source) : undefined
    const header = await readHeader(source, path, names)
    return toOpenTable(source, { format, path, header })
  },
})

type JsonPart = TextPart & { encoding: TableChoices['encoding'] }
type JsonLayout = { format: 'JSON' | 'JSON_LINES'; path: string | undefined; header: string[] }

function toOpenTable(part: JsonPart, { format, path, header }: JsonLayout): OpenTable {
  return {
    header: toUniqueNames(header),
    delimiter: ',',
    width: header.length,
    line: 1,
    bytes: toCsv(readRecords(part, path), header),
    facts: {
      name: part.name,
      file: {
        format,
        ...(part.name !== '' && { table: part.name }),
        ...(part.encoding && { encoding: part.encoding }),
      },
      geometry: null,
      crsName: null,
      doubts: [],
      rowCount: null,
    },
  }
}

/** The array with most objects in the beginning of the document; `features` is the table wherever it is. */
async function findTablePath(part: JsonPart): Promise<string> {
  const counts = new Map<string, number>()
  let most = 0
  const scanner = createArrayScanner((path) => {
    const count = (counts.get(path) ?? 0) + 1
    // A path for each record is no list.
    if (count > 1 || counts.size < maxPaths) counts.set(path, count)
    most = Math.max(most, count)
  })
  let bytes = 0
  for await (const chunk of readText(part)) {
    bytes += chunk.length
    if (!scanner.push(chunk)) throw tooLong(part.fileName)
    if (bytes > bytesExamined || most >= recordsExamined) break
  }
  const [path] =
    [...counts].sort((a, b) => Number(b[0] === 'features') - Number(a[0] === 'features') || b[1] - a[1])[0] ?? []
  if (path === undefined)
    throw unprocessable(`The file ${part.fileName} has no list of records: it needs an array of objects.`)
  return path
}

/**
 * The names of all records: one can be the first to have a name. Those after the last name that is asked for are not
 * read.
 */
async function readHeader(
  part: JsonPart,
  path: string | undefined,
  wanted: ReadonlySet<string> | undefined,
): Promise<string[]> {
  const names = new Set<string>()
  let count = 0
  for await (const records of readRecords(part, path)) {
    for (const record of records) for (const name of record.keys()) names.add(name)
    requireColumns(names.size, part.fileName)
    count += records.length
    if (wanted && count >= recordsExamined && [...wanted].every((name) => names.has(name))) break
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
async function* readRecords(part: JsonPart, path: string | undefined): AsyncGenerator<Map<string, string>[]> {
  let found: Map<string, string>[] = []
  let count = 0
  const take = (text: Buffer) => {
    count += 1
    found.push(parseRecord(text, count, part.fileName))
  }
  const scanner = createArrayScanner((_path, text) => take(text), path)
  const lines = createLineCutter(take)
  for await (const chunk of readText(part)) {
    if (!(path === undefined ? lines : scanner).push(chunk)) throw tooLong(part.fileName)
    yield found
    found = []
  }
  if (path === undefined) lines.end()
  else if (scanner.isOpen()) throw unprocessable(`The file ${part.fileName} ends in the middle: fetch it again.`)
  yield found
}

function parseRecord(text: Buffer, count: number, fileName: string): Map<string, string> {
  try {
    return flattenRecord(parseJson(toUtf8Lines(text).toString('utf8')))
  } catch {
    throw unprocessable(`Record ${count} of the file ${fileName} is not valid JSON.`)
  }
}

async function* readText({ read, encoding }: JsonPart): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(read(), 4_096)
  yield* decodeText(prependBytes(head, rest), encoding ?? detectEncoding(head))
}

const tooLong = (fileName: string) =>
  unprocessable(
    `The file ${fileName} has a record longer than 32 MB, or more than 100 levels: it is not a list of properties.`,
  )
