import { dayMs } from '@dooryard/contract/api/time'
import { OverLimitError } from '../../clickhouse/errors.ts'
import type { Services } from '../../context.ts'
import { type AppError, isAppError } from '../../errors/app-error.ts'
import type { Task } from '../../jobs/jobs.ts'
import { publishTopic } from '../../live/event-hub.ts'
import { addFileImportJob, type FileImportKind, fileImportKinds, importTopic } from './file-import-kinds.ts'
import {
  clearFileKey,
  type FileImportRow,
  findFileImport,
  hasEarlierImport,
  listImportsWithOldFile,
  listUnfinishedImportsWithoutJob,
  updateUnfinishedImport,
} from './file-imports.queries.ts'

export type FileImportTask = {
  id: string
  ownerId: string | null
  name: string
  /** As passed to `receiveFile`. */
  params: unknown
  path: string
  fileName: string
  uploadedAt: Date
  uploaderId: string
  /** `share` is from 0 to 1. Cheap to call often. */
  progress: (at: { rows: number; share: number }) => void
  /** Aborts when the worker is asked to stop. */
  signal: AbortSignal
}

/** The result of an import: `rowsRead = rowsTaken + rowsRejected`. */
export type FileImportResult = {
  status?: 'LOADED' | 'UNCHANGED'
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  rejected: readonly { line: number; reason: string }[]
  message?: string
}

const retryDelayMs = 5_000

/** After this many unforeseen failures, over about an hour, an import fails. */
const maxTries = 8
const retryingMessage = 'The import met a problem of the server and is tried again by itself.'
const fileGoneMessage = 'The uploaded file is gone. Please upload it again.'

const progressEveryMs = 1_000

/**
 * `work` must be safe to run again, even alongside a worker considered dead. UNPROCESSABLE fails the import at once.
 */
export const runFileImport =
  (services: Services, kind: FileImportKind, work: (file: FileImportTask) => Promise<FileImportResult>): Task =>
  async (payload, { attempt, signal }) => {
    const { db, clock, log } = services
    const row = await findFileImport(db, parseImportId(payload))
    if (row?.kind !== kind) return
    if (fileImportKinds[kind].isOrdered && (await hasEarlierImport(db, row)))
      return addFileImportJob(db, { id: row.id, kind, ownerId: row.ownerId }, retryDelayMs)
    if (!(await updateImport(services, row.id, { ...runningState, startedAt: clock.now() }))) return
    try {
      await importFile(services, row, work, signal)
    } catch (error) {
      if (isFileError(error)) return await rejectFile(services, row, error.message)
      log.error({ err: error, importId: row.id }, 'an import of a file failed')
      if (attempt >= maxTries) return await failImport(services, { id: row.id, kind })
      await updateImport(services, row.id, { status: 'QUEUED', message: retryingMessage })
      throw error
    }
  }

/** Whether the file itself is at fault; a store that was too slow for it is not. */
const isFileError = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

async function updateImport(
  { db }: Services,
  id: string,
  to: Parameters<typeof updateUnfinishedImport>[2],
): Promise<boolean> {
  const isChanged = await updateUnfinishedImport(db, id, to)
  if (isChanged) await publishTopic(db, importTopic(id))
  return isChanged
}

const runningState = { status: 'RUNNING', rowsRead: 0, share: 0, message: null } as const

async function importFile(
  services: Services,
  row: FileImportRow,
  work: (file: FileImportTask) => Promise<FileImportResult>,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, clock } = services
  const { id, ownerId, name, params, fileKey, fileName, createdAt, uploaderId } = row
  if (!fileKey || !(await files.exists(fileKey))) return rejectFile(services, row, fileGoneMessage)
  const progress = createProgressWriter(services, id)
  const facts = {
    id,
    ownerId,
    name,
    params,
    fileName,
    uploadedAt: createdAt,
    uploaderId,
    progress: progress.note,
    signal,
  }
  const {
    status = 'LOADED',
    rejected,
    message,
    rowsRead,
    rowsTaken,
    rowsRejected,
  } = await files.borrow(fileKey, fileName, (path) => work({ ...facts, path })).finally(progress.settled)
  await updateImport(services, id, {
    ...{ status, share: 1, rowsRead, rowsTaken, rowsRejected },
    ...{ rejected: JSON.stringify(rejected), message: message ?? null, finishedAt: clock.now() },
  })
  // If the process is killed before this, the file is removed with those of failed imports.
  await files.remove(fileKey)
  await clearFileKey(db, id)
}

/** Writes progress at most once a second, and never delays the import. */
function createProgressWriter(services: Services, id: string) {
  let writtenAt = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    note: ({ rows, share }: { rows: number; share: number }) => {
      if (Date.now() - writtenAt < progressEveryMs) return
      writtenAt = Date.now()
      const known = { rowsRead: rows, share: Math.min(1, Math.max(0, share)) }
      writing = writing
        .then(() => updateImport(services, id, known))
        .catch((error) => services.log.warn({ err: error, importId: id }, 'the progress of an import was not noted'))
    },
    settled: async () => {
      await writing
    },
  }
}

async function failImport(services: Services, { id, kind }: { id: string; kind: FileImportKind }): Promise<void> {
  const { gaveUp } = fileImportKinds[kind]
  await updateImport(services, id, { status: 'FAILED', message: gaveUp, finishedAt: services.clock.now() })
}

/** Fails an import whose file can never be imported. The file is deleted, since a retry could not succeed. */
async function rejectFile(services: Services, { id, fileKey }: FileImportRow, message: string): Promise<void> {
  if (fileKey) await services.files.remove(fileKey)
  await updateImport(services, id, { status: 'FAILED', message, fileKey: null, finishedAt: services.clock.now() })
}

export const failedFilesKeptDays = 7

/** Recreates lost jobs, fails imports whose processes always died, and deletes files of failed imports after a week. */
export async function recoverFileImports(services: Services): Promise<void> {
  const { db, files, clock, log } = services
  for (const { hasSpentJob, ...lost } of await listUnfinishedImportsWithoutJob(db)) {
    log.warn({ importId: lost.id, hasSpentJob }, 'an unfinished import of a file had no job')
    if (hasSpentJob) await failImport(services, lost)
    else await addFileImportJob(db, lost)
  }
  const before = new Date(clock.now().getTime() - failedFilesKeptDays * dayMs)
  for (const { id, fileKey } of await listImportsWithOldFile(db, before)) {
    if (fileKey) await files.remove(fileKey)
    await clearFileKey(db, id)
  }
}

function parseImportId(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'importId' in payload && typeof payload.importId === 'string')
    return payload.importId
  throw new Error('a job that imports a file names no import')
}
