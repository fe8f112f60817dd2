import { inspectFile, unprocessable } from '../../../platform/files/content/input-file.ts'
import { openContent } from '../../../platform/files/content/open-content.ts'
import type { TableSample } from '../mapping/propose/assign-columns.ts'
import { proposeMapping } from '../mapping/propose/propose-mapping.ts'
import { type CrosswalkDraft, describeMissingCrosswalk } from '../mapping/propose/propose-use.ts'
import { formatSource, toSourceName } from '../mapping/propose/source-text.ts'
import { isCounty } from '../places/country.ts'
import { genericHeaders } from '../sources/generic.ts'
import { delimiters, requireText } from './read/open-table.ts'
import { createRecordReader } from './read/records.ts'
import { stripByteOrderMark, toUtf8Lines } from './read/text-decoding.ts'

/** A source file for a roll without one, with notes for finishing it. */
export type ProposedSource = {
  source: string
  text: string
  rowsRead: number
  placed: string[]
  /** May be read from the wrong column. */
  unsure: { column: string; reason: string }[]
  unplaced: { header: string; contents: string; hint: string | null }[]
  /** The file has the headers of the generic source, so it needs no source file. */
  isGeneric: boolean
}

export type SourceRequest = { path: string; name: string; countyFips: string; key?: string | undefined; today: string }

export async function proposeSource(request: SourceRequest): Promise<ProposedSource> {
  const { path, name, countyFips, key, today } = request
  if (!isCounty(countyFips))
    throw unprocessable(`${JSON.stringify(countyFips)} is no county: give the five digits of its FIPS code.`)
  if (!/[a-z]/i.test(name)) throw unprocessable('The roll needs a name, such as "Anytown County, assessor".')
  const sample = await sampleTable(path)
  if (key !== undefined && !sample.header.includes(key))
    throw unprocessable(`The header has no column ${JSON.stringify(key)}: it has ${sample.header.join(', ')}.`)
  const proposal = proposeMapping(sample, { today, countyFips, key })
  if (!proposal)
    throw unprocessable(
      `No column looks like the parcel's number: say which with --key. The header has ${sample.header.join(', ')}.`,
    )
  const { columns, sale, unplaced, crosswalk } = proposal
  const named = [proposal.key, ...columns, ...sale.map((placed) => ({ ...placed, target: `sale.${placed.target}` }))]
  const sourceName = toSourceName(name, countyFips)
  return {
    source: sourceName.source,
    text: formatSource(sourceName, proposal),
    rowsRead: sample.rows.length,
    placed: named.map(({ target }) => target),
    unsure: [
      ...(crosswalk ? [{ column: 'use', reason: describeUses(crosswalk) }] : []),
      ...named.flatMap(({ target, doubt }) => (doubt === null ? [] : [{ column: target, reason: doubt }])),
    ],
    unplaced,
    isGeneric: sample.header.includes('apn') && sample.header.every((header) => genericHeaders.includes(header)),
  }
}

const describeUses = (crosswalk: CrosswalkDraft) => {
  const values = crosswalk.values.map(({ text, rows }) => `${rows} × ${text}`)
  return `${describeMissingCrosswalk(crosswalk)}. Most frequent: ${values.join(', ')}`
}

const maxSampleBytes = 4 * 1024 * 1024
const maxSampleRows = 1_000

export async function sampleTable(path: string): Promise<TableSample> {
  const content = await openContent(await inspectFile(path))
  try {
    const [sheet] = content.sheets
    const lines = sheet ? await readBeginning(sheet.read()) : Buffer.alloc(0)
    const readings = (sheet?.delimiters ?? delimiters).map((delimiter) => parseRecords(lines, delimiter))
    const [best] = readings.map(toTableSample).sort((a, b) => b.header.length - a.header.length)
    if (!best || best.header.length === 0) throw unprocessable('The file is empty.')
    return best
  } finally {
    content.close()
  }
}

async function readBeginning(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stripByteOrderMark(bytes)) {
    pieces.push(piece)
    length += piece.length
    if (length >= maxSampleBytes) break
  }
  const head = Buffer.concat(pieces)
  requireText(head)
  const lines = toUtf8Lines(head)
  if (length < maxSampleBytes) return lines
  return lines.subarray(0, Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1)
}

function parseRecords(lines: Buffer, delimiter: string): string[][] {
  const reader = createRecordReader(delimiter, 0)
  const records: string[][] = []
  for (let at = 0; at < lines.length && records.length < maxSampleRows * 2; ) {
    const { count, end, isWhole } = reader.read(lines, at)
    if (isWhole) records.push(Array.from({ length: count }, (_, place) => reader.trimmedField(place)))
    at = end
  }
  return records
}

/** The most frequent field count is the table's width; the first record with it is the header. */
function toTableSample(records: readonly string[][]): TableSample {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  const [header = [], ...rows] = records.filter(({ length }) => length === width)
  return { header, rows: rows.slice(0, maxSampleRows) }
}
