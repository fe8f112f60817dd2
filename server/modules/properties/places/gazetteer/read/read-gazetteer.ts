import { setImmediate } from 'node:timers/promises'
import type { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import { type InputFile, unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { openContent } from '../../../../../platform/files/content/open-content.ts'
import type { TableServices } from '../../../../../platform/files/tables/open-tables.ts'
import { findTable } from '../../../../../platform/files/tables/text/find-table.ts'
import { type Chunk, recordChunks } from '../../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../../platform/files/tables/text/text-decoding.ts'
import { describeMissingPointColumns, describeMissingRangeColumns } from './gazetteer-rows.ts'
import { isShapefile, openShapefile } from './shapefile.ts'
import { createDelimitedRow, createFeatureRow, hasPathColumn, hasPointColumns, type SourceRow } from './source-row.ts'

export type ReadOptions = {
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
  /** Where a shapefile is unpacked; among temporary files by default. */
  files?: TableServices['files']
}

/** Takes a row, or the reason why a line is none. */
export type TakeRow = (row: SourceRow | string, line: number) => void

/**
 * Reads the rows of delimited text, of GeoJSON with one feature in each line, or of a zipped shapefile; `settle` is
 * awaited between chunks.
 * Throws UNPROCESSABLE for a file without the columns.
 */
export async function readGazetteer(
  file: InputFile,
  kind: GazetteerKind,
  { take, settle }: { take: TakeRow; settle: () => Promise<void> },
  { onProgress, signal, files }: ReadOptions = {},
): Promise<void> {
  const content = (await isShapefile(file)) ? await openShapefile(file, files) : await openContent(file)
  let rows = 0
  const count: TakeRow = (row, line) => {
    rows += 1
    take(row, line)
  }
  try {
    const [sheet, ...others] = content.sheets
    if (!sheet) throw unprocessable('The file is empty.')
    if (others.length > 0) throw unprocessable('This workbook has several sheets: save the one with the addresses.')
    for await (const readChunk of openRows(sheet.read(), kind, sheet.delimiters)) {
      signal?.throwIfAborted()
      readChunk(count)
      await settle()
      onProgress?.({ rows, share: content.progress() })
      // Lets the portal answer requests between chunks.
      await setImmediate()
    }
  } finally {
    content.close()
  }
}

type ReadChunk = (take: TakeRow) => void

async function* openRows(
  content: AsyncIterable<Buffer>,
  kind: GazetteerKind,
  delimiters: readonly string[] | undefined,
): AsyncGenerator<ReadChunk> {
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) throw unprocessable('The file is empty.')
  const whole = prepend(first.value, pieces)
  const isJson = /^[\s\uFEFF]*[{[]/.test(first.value.subarray(0, 1_000).toString('utf8'))
  if (isJson && first.value.length >= longestLine && !first.value.includes(lineFeed)) throw unprocessable(notFeatures)
  yield* isJson ? openFeatures(whole) : openDelimited(whole, kind, delimiters)
}

async function* prepend(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
}

async function* openDelimited(
  content: AsyncIterable<Buffer>,
  kind: GazetteerKind,
  delimiters: readonly string[] | undefined,
): AsyncGenerator<ReadChunk> {
  const judge = (header: string[]) => {
    const names = new Set(header.map((name) => name.toLowerCase()))
    const wrong =
      kind === 'POINTS'
        ? describeMissingPointColumns(names, hasPointColumns(names))
        : describeMissingRangeColumns(names, hasPathColumn(names))
    return { nearness: header.length, wrong }
  }
  const table = await findTable(content, judge, delimiters)
  if (typeof table === 'string') throw unprocessable(table)
  const reader = createRecordReader(table.delimiter, table.width)
  let fields = 0
  const row = createDelimitedRow(
    table.header.map((name) => name.toLowerCase()),
    (place) => (place < fields ? reader.trimmedField(place) : ''),
  )
  for await (const chunk of recordChunks(table.bytes, table))
    yield (take) =>
      forEachRecord(reader, toLines(chunk), chunk.line, ({ count, isWhole }, line) => {
        fields = count
        take(isWhole ? row : 'A quote in it is never closed.', line)
      })
}

const toLines = ({ bytes }: Chunk) => toUtf8Lines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

const notFeatures =
  'This JSON has no feature in each line, as the files of OpenAddresses do: save it as CSV or as newline-delimited GeoJSON.'

const lineFeed = 10
// A whole collection in one line. No feature of an address or a street is as long.
const longestLine = 64 * 1024

// No line of a collection around its features: `{"type": "FeatureCollection", "features": [` and `]}`.
const frame = /^(?:\{.*\[|\]\s*\}?|\[|)\s*$/

async function* openFeatures(content: AsyncIterable<Buffer>): AsyncGenerator<ReadChunk> {
  let hasFeatures = false
  // A tab within a text of JSON is always escaped.
  for await (const { bytes, line: first } of recordChunks(content, { delimiter: '\t', width: 1, line: 1 })) {
    const lines = Buffer.from(bytes).toString('utf8').split('\n')
    yield (take) => {
      for (const [at, text] of lines.entries()) {
        const plain = text
          .trim()
          .replace(/^\uFEFF/, '')
          .replace(/,$/, '')
        if (frame.test(plain)) continue
        const row = parseFeature(plain)
        hasFeatures ||= row !== null
        take(row ?? 'It is no GeoJSON feature.', first + at)
      }
      if (!hasFeatures) throw unprocessable(notFeatures)
    }
  }
}

function parseFeature(line: string): SourceRow | null {
  try {
    return createFeatureRow(JSON.parse(line))
  } catch {
    return null
  }
}
