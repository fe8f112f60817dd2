import { inspectFile, unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { inspectTables } from '../../../../../platform/files/tables/inspect-tables.ts'
import type { ParquetReader } from '../../../../../platform/files/tables/parquet.queries.ts'
import { isCounty } from '../../../places/country.ts'
import type { ProposalContext, ProposalInput, SourceProposal } from '../proposal.ts'
import { proposeSource } from '../propose-source.ts'

type ProposalRequest = Omit<ProposalContext, 'countyFips'> & { paths: readonly string[]; countyFips: string }

/**
 * Proposes the source of files on the server, one that holds several tables included. UNPROCESSABLE with what to do for
 * an unknown county, a name without letters, a column that no table has, and files that cannot be read.
 * Parquet needs the store.
 */
export async function proposeFromFiles(
  { paths, ...context }: ProposalRequest,
  clickhouse?: ParquetReader,
): Promise<SourceProposal> {
  const { countyFips, name, key } = context
  if (!isCounty(countyFips))
    throw unprocessable(`${JSON.stringify(countyFips)} is not a county: give the five digits of its FIPS code.`)
  if (!/[a-z]/i.test(name)) throw unprocessable('The source needs a name, such as "Anytown County, assessor".')
  const inputs: ProposalInput[] = []
  for (const path of paths) {
    const { fileName, tables } = await inspectTables(await inspectFile(path), {}, clickhouse)
    for (const sample of tables) {
      const id = toFileId(sample.name || fileName, new Set(inputs.map((input) => input.id)))
      inputs.push({ id, fileName, sample })
    }
  }
  if (key !== undefined && !inputs.some(({ sample }) => sample.header.includes(key)))
    throw unprocessable(`No table has the column ${JSON.stringify(key)}: the first one has ${listHeader(inputs)}.`)
  return proposeSource(inputs, context)
}

const listHeader = ([first]: readonly ProposalInput[]) => first?.sample.header.join(', ') ?? 'none'

const longestId = 30

/** A short name of a file that columns can be named with: `Tax_Parcels (2024).csv` is `tax_parcels_2024`. */
function toFileId(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/^.*\//, '').replace(/(?:\.[a-z0-9]{2,7})+$/i, '')
  const words =
    stem
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const plain = words.join('_').slice(0, longestId).replace(/_+$/, '')
  const id = /^[a-z]/.test(plain) ? plain : `file_${plain}`.replace(/_+$/, '')
  for (let count = 2; ; count += 1) {
    const unique = count === 2 && !taken.has(id) ? id : `${id}_${count}`
    if (!taken.has(unique)) return unique
  }
}
