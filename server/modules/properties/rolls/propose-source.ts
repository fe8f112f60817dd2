import { inspectFile, refused } from '../../../platform/content/given-file.ts'
import { openContent } from '../../../platform/content/open-content.ts'
import type { Sample } from '../mapping/propose/placing.ts'
import { proposeMapping } from '../mapping/propose/propose-mapping.ts'
import { type Crosswalk, crosswalkNeeded } from '../mapping/propose/propose-use.ts'
import { sourceNameOf, sourceText } from '../mapping/propose/source-text.ts'
import { isCounty } from '../places/country.ts'
import { genericHeaders } from '../sources/generic.ts'
import { delimiters, refuseUnlessText } from './open-table.ts'
import { recordReader } from './records.ts'
import { linesInUtf8, withoutByteOrderMark } from './text-decoding.ts'

/** A source file for a roll that nobody has declared, and what whoever finishes it should know. */
export type ProposedSource = {
  source: string
  text: string
  rowsRead: number
  placed: string[]
  /** May be read from the wrong column. */
  unsure: { column: string; reason: string }[]
  unplaced: { header: string; looks: string; hint: string | null }[]
  /** The file has the headers of the generic source, which imports it without a source file. */
  isGeneric: boolean
}

export type SourceWish = { path: string; name: string; countyFips: string; key?: string | undefined; today: string }

export async function proposeSource(wish: SourceWish): Promise<ProposedSource> {
  const { path, name, countyFips, key, today } = wish
  if (!isCounty(countyFips))
    throw refused(`${JSON.stringify(countyFips)} is no county: give the five digits of its FIPS code.`)
  if (!/[a-z]/i.test(name)) throw refused('The roll needs a name, such as "Anytown County, assessor".')
  const sample = await sampleTable(path)
  if (key !== undefined && !sample.header.includes(key))
    throw refused(`The header has no column ${JSON.stringify(key)}: it has ${sample.header.join(', ')}.`)
  const proposal = proposeMapping(sample, { today, countyFips, key })
  if (!proposal)
    throw refused(
      `No column looks like the parcel's number: say which with --key. The header has ${sample.header.join(', ')}.`,
    )
  const { columns, sale, unplaced, crosswalk } = proposal
  const named = [proposal.key, ...columns, ...sale.map((placed) => ({ ...placed, ours: `sale.${placed.ours}` }))]
  const sourceName = sourceNameOf(name, countyFips)
  return {
    source: sourceName.source,
    text: sourceText(sourceName, proposal),
    rowsRead: sample.rows.length,
    placed: named.map(({ ours }) => ours),
    unsure: [
      ...(crosswalk ? [{ column: 'use', reason: usesOf(crosswalk) }] : []),
      ...named.flatMap(({ ours, doubt }) => (doubt === null ? [] : [{ column: ours, reason: doubt }])),
    ],
    unplaced,
    isGeneric: sample.header.includes('apn') && sample.header.every((header) => genericHeaders.includes(header)),
  }
}

const usesOf = (crosswalk: Crosswalk) => {
  const values = crosswalk.values.map(({ text, rows }) => `${rows} × ${text}`)
  return `${crosswalkNeeded(crosswalk)}. Most frequent: ${values.join(', ')}`
}

const bytesSampled = 4 * 1024 * 1024
const rowsSampled = 1_000

export async function sampleTable(path: string): Promise<Sample> {
  const content = await openContent(await inspectFile(path))
  try {
    const [sheet] = content.sheets
    const lines = sheet ? await beginningOf(sheet.read()) : Buffer.alloc(0)
    const readings = (sheet?.delimiters ?? delimiters).map((delimiter) => recordsOf(lines, delimiter))
    const [best] = readings.map(tableOf).sort((a, b) => b.header.length - a.header.length)
    if (!best || best.header.length === 0) throw refused('The file has nothing in it.')
    return best
  } finally {
    content.close()
  }
}

async function beginningOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of withoutByteOrderMark(bytes)) {
    pieces.push(piece)
    length += piece.length
    if (length >= bytesSampled) break
  }
  const head = Buffer.concat(pieces)
  refuseUnlessText(head)
  const lines = linesInUtf8(head)
  if (length < bytesSampled) return lines
  return lines.subarray(0, Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1)
}

function recordsOf(lines: Buffer, delimiter: string): string[][] {
  const reader = recordReader(delimiter, 0)
  const records: string[][] = []
  for (let at = 0; at < lines.length && records.length < rowsSampled * 2; ) {
    const { count, end, isWhole } = reader.read(lines, at)
    if (isWhole) records.push(Array.from({ length: count }, (_, place) => reader.trimmedField(place)))
    at = end
  }
  return records
}

/** The most usual number of fields is the table's; the first record that has it, the header. */
function tableOf(records: readonly string[][]): Sample {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  const [header = [], ...rows] = records.filter(({ length }) => length === width)
  return { header, rows: rows.slice(0, rowsSampled) }
}
