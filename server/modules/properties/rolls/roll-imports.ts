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
  listImportsByParams,
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
import { getCountyName } from '../places/county-names.ts'
import { resolveSource, toSourceChoice } from '../sources/resolve-source.ts'
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
  /** It replaces loaded data, or both it and other datasets of its county are wanted. */
  isCountyConfirmed: z.boolean().default(false),
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

type RequestedImport = Pick<FileImportRow, 'id' | 'name' | 'createdAt'> & { params: unknown }

/** Why an import is not repeated: newer data were loaded since, or it would load its county twice. */
async function findLaterData(db: Db, row: RequestedImport): Promise<string | undefined> {
  const document = await findSourceDocument(db, row)
  const source = document?.source
  const [current] = source === undefined ? [] : ((await listLoadedVersions(db, [source])).get(source) ?? [])
  if (current?.loadedAt && current.loadedAt > row.createdAt) return describeNewerData(row.name)
  return findRivalImport(db, row, document)
}

const laterImportMessage = 'A later import of the same setup takes the place of this one.'
const loadedSetupMessage =
  'Another import has loaded the files of the same setup since. Add the file again to load it once more.'

/**
 * Why an import would load its county twice: other imports of its setup have, or will, or another source has since it
 * was requested.
 */
async function findRivalImport(
  db: Db,
  { id, params, createdAt }: Omit<RequestedImport, 'name'>,
  document: SourceDocument | undefined,
): Promise<string | undefined> {
  const { setup, sourceVersion, isCountyConfirmed } = RollParams.parse(params)
  const ofSetup = setup === undefined ? [] : await listImportsByParams(db, rollImports, { setup })
  const others = ofSetup.filter((other) => other.id !== id)
  if (others.some(({ status }) => status === 'LOADED' || status === 'UNCHANGED')) return loadedSetupMessage
  const isPending = ({ status }: { status: string }) => status === 'QUEUED' || status === 'RUNNING'
  if (others.some((other) => isPending(other) && other.createdAt > createdAt)) return laterImportMessage
  // An uploaded file names its dataset, and sales alone belong to the properties of others.
  if (sourceVersion === undefined || isCountyConfirmed || !document?.property) return undefined
  return 'fips' in document.county ? describeRival(db, document, { fips: document.county.fips, createdAt }) : undefined
}

async function describeRival(
  db: Db,
  { source }: SourceDocument,
  { fips, createdAt }: { fips: string; createdAt: Date },
): Promise<string | undefined> {
  const rival = await findCountyRoll(db, fips, source, createdAt)
  if (!rival || !isReplaceable(rival)) return undefined
  const loaded = `${getCountyName(fips)} was loaded as ${rival.name} since this file was added.`
  return `${loaded} Add the file again to choose whether it replaces that dataset or both are kept.`
}

/** Undefined for a source that is gone. */
async function findSourceDocument(
  db: Db,
  { name, params }: Pick<RequestedImport, 'name' | 'params'>,
): Promise<SourceDocument | undefined> {
  const { source, sourceVersion } = RollParams.parse(params)
  try {
    // Without the county of an upload, which a source that was edited since may contradict: the data are the same.
    return (await resolveSource(db, toSourceChoice({ source, sourceVersion, name }))).document
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/**
 * CONFLICT where newer data were loaded since, or the county would be loaded twice. The setup of the import is closed
 * again, unless it was changed since.
 */
export async function retryRollImport(ctx: Context, id: string): Promise<RollImport> {
  const row = await findScopedImport(ctx.db, rollImports, id)
  if (!row) throw notFound('This import')
  const later = await findLaterData(ctx.db, row)
  if (later !== undefined) throw appError('CONFLICT', later)
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
  runFileImport(services, 'ROLL', async ({ id, name, params, path, namedPaths, ...task }) => {
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
      const rival = await findRivalImport(services.db, { id, params, createdAt: uploadedAt }, document)
      if (rival !== undefined) throw unprocessable(rival)
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
