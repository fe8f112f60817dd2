import { inspectFile, unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { inspectTables } from '../../../../../platform/files/tables/inspect-tables.ts'
import type { ParquetReader } from '../../../../../platform/files/tables/parquet.queries.ts'
import { isCounty } from '../../../places/country.ts'
import { createTableId } from '../../columns/table-id.ts'
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
    const { fileName, tables } = await inspectTables(await inspectFile(path), {}, { clickhouse })
    for (const sample of tables) {
      const id = createTableId(sample.name, fileName, new Set(inputs.map((input) => input.id)))
      inputs.push({ id, fileName, sample })
    }
  }
  if (key !== undefined && !inputs.some(({ sample }) => sample.header.includes(key)))
    throw unprocessable(`No table has the column ${JSON.stringify(key)}: the first one has ${listHeader(inputs)}.`)
  return proposeSource(inputs, context)
}

const listHeader = ([first]: readonly ProposalInput[]) => first?.sample.header.join(', ') ?? 'none'
