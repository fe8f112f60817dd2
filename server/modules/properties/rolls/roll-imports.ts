import { ImportTrigger } from '@dooryard/contract/data/datasets/versions'
import { ImportStatus, type NewImport, type RollImport } from '@dooryard/contract/data/roll-imports'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import {
  cancelImport,
  type FileImportRow,
  findScopedImport,
  getScopedImport,
  type ImportList,
  importTopic,
  listStatusesByParams,
  receiveFile,
  retryImport,
  runFileImport,
  toImportFields,
} from '../../../platform/files/imports/file-imports.ts'
import type { Task } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import { finishSetupImports } from '../county-setup/finish-imports.ts'
import { closeUnchangedSetup } from '../county-setup/setups.queries.ts'
import { resolveSource, type SourceChoice, toSourceChoice } from '../sources/resolve-source.ts'
import { importRoll, toFiles } from './import-roll.ts'
import { requireAvailableName } from './name-conflict.ts'
import type { RollReport } from './roll-report.ts'
import { findCountyRoll, isReplaceable } from './rolls.queries.ts'
import { listLoadedVersions } from './versions/versions.queries.ts'

const RollParams = z.object({
  source: z.string(),
  countyFips: z.string().nullable().default(null),
  /** The version that was checked; an import without one takes the current one. */
  sourceVersion: z.int().optional(),
  trigger: ImportTrigger.default('UPLOAD'),
  /** Data of files that were added later are not replaced; those added after the import was requested by default. */
  replacesUntil: z.iso.datetime().optional(),
  /** The setup whose files it imports. */
  setup: z.string().optional(),
})

async function presentRollImport(row: FileImportRow, db: Db): Promise<RollImport> {
  const fields = toImportFields(row)
  const status = ImportStatus.parse(row.status)
  const isRead = status === 'LOADED' || status === 'UNCHANGED'
  return {
    ...fields,
    canRetry: fields.canRetry && (await findLaterData(db, row)) === undefined,
    source: RollParams.parse(row.params).source,
    status,
    ...(isRead && { rowsMapped: row.rowsTaken, rowsRejected: row.rowsRejected }),
  }
}

export const rollImports: ImportList<RollImport> = { kind: 'ROLL', ownerId: null, present: presentRollImport }

export const getImportTrigger = ({ params }: Pick<FileImportRow, 'params'>): ImportTrigger =>
  RollParams.parse(params).trigger

export const watchImport = (ctx: Pick<Context, 'db'>, id: string) => ({
  topics: [importTopic(id)],
  read: () => getScopedImport(ctx, rollImports, id),
})

/** Rejects an unknown source and a name that another county's roll has, before the file is read. */
export async function uploadRoll(
  ctx: Context,
  { source, fileName, name, countyFips }: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<RollImport> {
  const { document } = await resolveSource(ctx.db, toSourceChoice({ source, name, countyFips }))
  await requireAvailableName(ctx.db, document, countyFips)
  const params = { source, countyFips: countyFips ?? null }
  return receiveFile(ctx, rollImports, { name: document.name, fileName, params }, bytes)
}

type RequestedImport = Pick<FileImportRow, 'name' | 'params' | 'createdAt'>

/**
 * The name of data that were loaded since an import was requested, of its setup, its dataset, or its county by another
 * source: a repeated import would replace them by older ones, or load the county twice. Undefined where none were.
 */
async function findLaterData(db: Db, { name, params, createdAt }: RequestedImport): Promise<string | undefined> {
  const { setup, source, countyFips, sourceVersion } = RollParams.parse(params)
  const ofSetup = setup === undefined ? [] : await listStatusesByParams(db, rollImports, { setup })
  if (ofSetup.some((status) => status === 'LOADED' || status === 'UNCHANGED')) return name
  const document = await findSourceDocument(db, { source, countyFips, sourceVersion, name })
  if (!document) return undefined
  const [current] = (await listLoadedVersions(db, [document.source])).get(document.source) ?? []
  if (current?.loadedAt && current.loadedAt > createdAt) return name
  const fips = 'fips' in document.county && document.county.fips
  // Sales alone belong to the properties of others.
  const other = fips && document.property ? await findCountyRoll(db, fips, document.source) : undefined
  return other && isReplaceable(other) && other.ingestedAt > createdAt ? other.name : undefined
}

/** Undefined for a source that is gone. */
const findSourceDocument = (db: Db, choice: SourceChoice): Promise<SourceDocument | undefined> =>
  resolveSource(db, toSourceChoice(choice)).then(
    ({ document }) => document,
    (error: unknown) => {
      if (!isAppError(error)) throw error
      return undefined
    },
  )

/**
 * CONFLICT where data that are newer than the file were loaded since. The setup of the import is closed again, unless
 * it was changed since.
 */
export async function retryRollImport(ctx: Context, id: string): Promise<RollImport> {
  const row = await findScopedImport(ctx.db, rollImports, id)
  if (!row) throw notFound('This import')
  const later = await findLaterData(ctx.db, row)
  if (later !== undefined) throw appError('CONFLICT', describeNewerData(later))
  return inTransaction(ctx, async (tx) => {
    await closeUnchangedSetup(tx.db, id, row.createdAt)
    return retryImport(tx, rollImports, id)
  })
}

/** CONFLICT where it has ended. The setup of a canceled one is open again. */
export async function cancelRollImport(ctx: Context, id: string): Promise<RollImport> {
  const canceled = await cancelImport(ctx, rollImports, { id, action: 'roll.import_canceled' })
  await finishSetupImports(ctx)
  return canceled
}

const describeNewerData = (name: string) =>
  `Newer data of ${name} were loaded since this file was added. Add the file again to replace them.`

/**
 * The job that imports uploaded rolls. A repeated run starts over. One that is late, such as a retry, does not replace
 * data of a file that was added after its own.
 */
export const runImportRoll = (services: Services): Task => {
  const run = importUploadedRoll(services)
  return async (...job) => {
    await run(...job)
    await finishSetupImports(services)
  }
}

const importUploadedRoll = (services: Services): Task =>
  runFileImport(services, 'ROLL', async ({ name, params, path, namedPaths, ...task }) => {
    const { uploadedAt, uploaderId, progress, checkCanceled } = task
    const { trigger, replacesUntil, ...choice } = RollParams.parse(params)
    const { document, version } = await resolveSource(services.db, toSourceChoice({ ...choice, name }))
    const files = Object.keys(namedPaths).length > 0 ? namedPaths : toFiles(document, path)
    const origin = { trigger, startedBy: uploaderId, addedAt: uploadedAt }
    const newest = replacesUntil ? new Date(replacesUntil) : uploadedAt
    const beforeChange = async () => {
      await checkCanceled()
      const [current] = (await listLoadedVersions(services.db, [document.source])).get(document.source) ?? []
      if (current && current.createdAt > newest) throw unprocessable(describeNewerData(document.name))
    }
    const report = await importRoll(services, {
      ...{ document, version, files, origin, onProgress: progress, beforeChange },
    })
    const message = describeUnmatchedSales(report)
    return {
      status: report.status === 'UNCHANGED' ? 'UNCHANGED' : 'LOADED',
      rowsRead: report.rowsRead,
      rowsTaken: report.rowsMapped,
      rowsRejected: report.rowsRejected,
      // All rejected rows are in a separate file.
      rejected: [],
      ...(message && { message }),
    }
  })

/**
 * Sales of unknown parcels are kept until a roll with those parcels is loaded; the message says why none is visible.
 */
const describeUnmatchedSales = ({ properties, transfers, transfersJoined }: RollReport): string | undefined =>
  properties === 0 && transfers > 0 && transfersJoined === 0
    ? `${formatNumber(transfers)} sales are kept, of parcels that are not loaded yet: import the county dataset that lists them.`
    : undefined
