import { refused } from '../../../platform/content/given-file.ts'
import { proposeMapping } from '../mapping/propose/propose-mapping.ts'
import { type Crosswalk, crosswalkNeeded } from '../mapping/propose/propose-use.ts'
import { sourceNameOf, sourceText } from '../mapping/propose/source-text.ts'
import { isCounty } from '../places/is-county.ts'
import { genericHeaders } from '../sources/generic.ts'
import { sampleTable } from './sample-table.ts'

/** A source file for a roll that nobody has declared, and what whoever finishes it should know. */
export type ProposedSource = {
  source: string
  text: string
  rowsRead: number
  /** Columns of ours. */
  placed: string[]
  /** Columns of ours that may be read from the wrong column, with the reason. */
  unsure: { column: string; reason: string }[]
  /** Columns of the file that nothing was made of. */
  unplaced: { header: string; looks: string; hint: string | null }[]
  /** The file has the headers of the generic source, which imports it without a source file. */
  isGeneric: boolean
}

/** A file and what is known of it; `today` is a day as YYYY-MM-DD, after which no recorded date can lie. */
export type SourceWish = { path: string; name: string; countyFips: string; key?: string | undefined; today: string }

/** Reads the header and the first rows of a file, and writes the source file that they suggest. */
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
