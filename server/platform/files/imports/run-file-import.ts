import { dayMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import { OverLimitError } from '../../clickhouse/errors.ts'
import type { Services } from '../../context.ts'
import { type AppError, isAppError } from '../../errors/app-error.ts'
import type { Task } from '../../jobs/jobs.ts'
import { publishTopic } from '../../live/event-hub.ts'
import type { Files } from '../disk-files.ts'
import { isDiskFull } from '../disk-full.ts'
import { addFileImportJob, type FileImportKind, fileImportKinds, importTopic } from './file-import-kinds.ts'
import {
  clearFileKey,
  type FileImportRow,
  findFileImport,
  hasEarlierImport,
  listImportsWithOldFile,
  listUnfinishedImportsWithoutJob,
  type NamedFile,
  updateUnfinishedImport,
} from './file-imports.queries.ts'
import { canceledMessage } from './scoped-imports.ts'

export type FileImportTask = {
  id: string
  ownerId: string | null
  name: string
  /** As passed to `receiveFile`. */
  params: unknown
  path: string
  /** The paths of an import of several files, by the names that `queueFileImport` was given; empty otherwise. */
  namedPaths: Readonly<Record<string, string>>
  fileName: string
  uploadedAt: Date
  uploaderId: string
  /** `share` is from 0 to 1. Cheap to call often. Throws once the import was canceled. */
  progress: (at: { rows: number; share: number }) => void
  /** Throws where the import was canceled: the last moment is before the work changes what others see. */
  checkCanceled: () => Promise<void>
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
const diskFullRetrying = 'The server has no space left. The import is tried again by itself, for about an hour.'
const diskFullGaveUp = 'The server has no space left. The file is kept for a week: try again once there is some.'
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
    const started = await updateImport(services, row.id, { ...runningState, startedAt: clock.now() })
    if (!started) return
    try {
      if (started.isCancelRequested) throw new CanceledError()
      await importFile(services, row, work, signal)
    } catch (error) {
      if (error instanceof CanceledError) return await endCanceledImport(services, row.id)
      if (isFileError(error)) return await rejectFile(services, row, error.message)
      log.error({ err: error, importId: row.id }, 'an import of a file failed')
      const isFull = isDiskFull(error)
      if (attempt >= maxTries)
        return await failImport(services, { id: row.id, kind }, isFull ? diskFullGaveUp : undefined)
      await updateImport(services, row.id, { status: 'QUEUED', message: isFull ? diskFullRetrying : retryingMessage })
      throw error
    }
  }

class CanceledError extends Error {}

const endCanceledImport = async (services: Services, id: string): Promise<void> =>
  void (await updateImport(services, id, {
    ...{ status: 'CANCELED', message: canceledMessage, finishedAt: services.clock.now() },
  }))

/** Whether the file itself is at fault; a store that was too slow for it is not. */
const isFileError = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

async function updateImport(
  { db }: Services,
  id: string,
  to: Parameters<typeof updateUnfinishedImport>[2],
): ReturnType<typeof updateUnfinishedImport> {
  const changed = await updateUnfinishedImport(db, id, to)
  if (changed) await publishTopic(db, importTopic(id))
  return changed
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
  const named = NamedFiles.parse(row.namedFiles)
  if (!fileKey || !(await hasFiles(files, [fileKey, ...named.map((one) => one.fileKey)])))
    return rejectFile(services, row, fileGoneMessage)
  const progress = createProgressWriter(services, id)
  const facts = {
    ...{ id, ownerId, name, params, fileName, uploadedAt: createdAt, uploaderId, signal },
    ...{ progress: progress.note, checkCanceled: progress.checkCanceled },
  }
  const {
    status = 'LOADED',
    rejected,
    message,
    rowsRead,
    rowsTaken,
    rowsRejected,
  } = await files
    .borrow(fileKey, fileName, (path) =>
      borrowNamedFiles(files, named, (namedPaths) => work({ ...facts, path, namedPaths })),
    )
    .finally(progress.settled)
  await updateImport(services, id, {
    ...{ status, share: 1, rowsRead, rowsTaken, rowsRejected },
    ...{ rejected: JSON.stringify(rejected), message: message ?? null, finishedAt: clock.now() },
  })
  // If the process is killed before this, the files are removed with those of failed imports.
  await removeFiles(files, row)
  await clearFileKey(db, id)
}

/** Writes progress at most once a second, and never delays the import. */
function createProgressWriter(services: Services, id: string) {
  let writtenAt = 0
  let isCanceled = false
  const update = async (change: Parameters<typeof updateUnfinishedImport>[2]) => {
    const changed = await updateImport(services, id, change)
    isCanceled ||= changed?.isCancelRequested === true
  }
  let writing: Promise<unknown> = Promise.resolve()
  return {
    note: ({ rows, share }: { rows: number; share: number }) => {
      if (isCanceled) throw new CanceledError()
      if (Date.now() - writtenAt < progressEveryMs) return
      writtenAt = Date.now()
      const known = { rowsRead: rows, share: Math.min(1, Math.max(0, share)) }
      writing = writing
        .then(() => update(known))
        .catch((error) => services.log.warn({ err: error, importId: id }, 'the progress of an import was not noted'))
    },
    checkCanceled: async () => {
      await writing
      await update({ status: 'RUNNING' })
      if (isCanceled) throw new CanceledError()
    },
    settled: async () => {
      await writing
    },
  }
}

const NamedFiles = z.array(z.object({ id: z.string(), fileKey: z.string(), fileName: z.string() }))

const hasFiles = async (files: Files, keys: readonly string[]): Promise<boolean> =>
  (await Promise.all(keys.map(files.exists))).every(Boolean)

/** Each file is linked once, however many names it has. */
export function borrowNamedFiles<Result>(
  files: Files,
  named: readonly NamedFile[],
  use: (paths: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const [first, ...rest] = [...Map.groupBy(named, ({ fileKey }) => fileKey)]
  if (!first) return use({})
  const [fileKey, names] = first
  return files.borrow(fileKey, names[0]?.fileName ?? '', (path) =>
    borrowNamedFiles(
      files,
      rest.flatMap(([, others]) => others),
      (paths) => use({ ...paths, ...Object.fromEntries(names.map(({ id }) => [id, path])) }),
    ),
  )
}

async function removeFiles(files: Files, { fileKey, namedFiles }: Pick<FileImportRow, 'fileKey' | 'namedFiles'>) {
  const keys = NamedFiles.parse(namedFiles).map((named) => named.fileKey)
  for (const key of new Set([...keys, ...(fileKey ? [fileKey] : [])])) await files.remove(key)
}

async function failImport(
  services: Services,
  { id, kind }: { id: string; kind: FileImportKind },
  message: string = fileImportKinds[kind].gaveUp,
): Promise<void> {
  await updateImport(services, id, { status: 'FAILED', message, finishedAt: services.clock.now() })
}

/** Fails an import whose file can never be imported. The file is deleted, since a retry could not succeed. */
async function rejectFile(services: Services, row: FileImportRow, message: string): Promise<void> {
  await removeFiles(services.files, row)
  await updateImport(services, row.id, {
    ...{ status: 'FAILED', message, fileKey: null, namedFiles: '[]', finishedAt: services.clock.now() },
  })
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
  for (const old of await listImportsWithOldFile(db, before)) {
    await removeFiles(files, old)
    await clearFileKey(db, old.id)
  }
}

function parseImportId(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'importId' in payload && typeof payload.importId === 'string')
    return payload.importId
  throw new Error('a job that imports a file names no import')
}
