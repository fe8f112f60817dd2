import { ImportStatus, type NewImport, type RollImport } from '@dooryard/contract/roll-imports'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import {
  type FileImportRow,
  getImport,
  type ImportList,
  importTopic,
  presentImport,
  receiveFile,
  runFileImport,
} from '../../../platform/file-imports/file-imports.ts'
import { formatNumber } from '../../../platform/format.ts'
import type { Task } from '../../../platform/jobs.ts'
import { importRoll } from './import-roll.ts'
import { sourceOf } from './import-sources.ts'
import type { RollReport } from './roll-report.ts'
import { refuseTakenName } from './taken-name.ts'

const RollParams = z.object({ source: z.string(), countyFips: z.string().nullable() })

function presentRollImport(row: FileImportRow): RollImport {
  const status = ImportStatus.parse(row.status)
  const isRead = status === 'LOADED' || status === 'UNCHANGED'
  return {
    ...presentImport(row),
    source: RollParams.parse(row.params).source,
    status,
    ...(isRead && { rowsMapped: row.rowsTaken, rowsRejected: row.rowsRejected }),
  }
}

export const rollImports: ImportList<RollImport> = { kind: 'ROLL', ownerId: null, present: presentRollImport }

export const watchImport = (ctx: Pick<Context, 'db'>, id: string) => ({
  topics: [importTopic(id)],
  read: () => getImport(ctx, rollImports, id),
})

/** A source that there is not, and a name that another county's roll has, are refused before the file is read. */
export async function uploadRoll(
  ctx: Context,
  { source, fileName, name, countyFips }: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<RollImport> {
  const declared = sourceOf({ source, name, countyFips })
  await refuseTakenName(ctx.db, declared, countyFips)
  const params = { source, countyFips: countyFips ?? null }
  return receiveFile(ctx, rollImports, { name: declared.name, fileName, params }, bytes)
}

/** The job that imports uploaded rolls; run again, `importRoll` starts over. */
export const runImportRoll = (services: Services): Task =>
  runFileImport(services, 'ROLL', async ({ name, params, path, progress }) => {
    const source = sourceOf({ ...RollParams.parse(params), name })
    const report = await importRoll(services, { source, path, onProgress: progress })
    const message = waitingSales(report)
    return {
      status: report.status === 'UNCHANGED' ? 'UNCHANGED' : 'LOADED',
      rowsRead: report.rowsRead,
      rowsTaken: report.rowsMapped,
      rowsRejected: report.rowsRejected,
      // All of them are in a file of their own.
      rejected: [],
      ...(message && { message }),
    }
  })

/** Sales of parcels that nobody knows wait for the roll that does: whoever sees none of them should know why. */
const waitingSales = ({ properties, transfers, transfersJoined }: RollReport): string | undefined =>
  properties === 0 && transfers > 0 && transfersJoined === 0
    ? `${formatNumber(transfers)} sales are kept, of parcels that are not loaded yet: import the roll that lists them.`
    : undefined
