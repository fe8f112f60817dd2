import { dayMs } from '@dooryard/contract/time'
import { OverLimitError } from '../clickhouse/errors.ts'
import type { Services } from '../context.ts'
import { type AppError, isAppError } from '../errors.ts'
import type { Task } from '../jobs.ts'
import { announce } from '../live/hub.ts'
import { addFileImportJob, type FileImportKind, fileImportKinds, importTopic } from './file-import-kinds.ts'
import {
  changeUnfinished,
  type FileImportRow,
  findFileImport,
  forgetFile,
  hasEarlier,
  unfinishedWithoutJob,
  withFileOlderThan,
} from './file-imports.queries.ts'

export type FileWork = {
  id: string
  ownerId: string | null
  name: string
  /** As `receiveFile` was given it. */
  params: unknown
  path: string
  fileName: string
  uploadedAt: Date
  /** `share` is from 0 to 1. Costs nothing to call often. */
  progress: (at: { rows: number; share: number }) => void
  /** Aborts when the worker is asked to stop. */
  signal: AbortSignal
}

/** What came of a file: `rowsRead = rowsTaken + rowsRejected`. */
export type Imported = {
  status?: 'LOADED' | 'UNCHANGED'
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  rejected: readonly { line: number; reason: string }[]
  message?: string
}

const waitMs = 5_000

/** An import that met so many failures nobody foresaw, over about an hour, is given up. */
const tries = 8
const waiting = 'The import met a problem of the server and is tried again by itself.'
const fileGone = 'The uploaded file is gone. Please upload it again.'

const progressEveryMs = 1_000

/** `work` must bear being run again, beside a worker thought dead too. Its UNPROCESSABLE fails the import at once. */
export const runFileImport =
  (services: Services, kind: FileImportKind, work: (file: FileWork) => Promise<Imported>): Task =>
  async (payload, { attempt, signal }) => {
    const { db, clock, log } = services
    const row = await findFileImport(db, importIdOf(payload))
    if (row?.kind !== kind) return
    if (fileImportKinds[kind].isOrdered && (await hasEarlier(db, row)))
      return addFileImportJob(db, { id: row.id, kind, ownerId: row.ownerId }, waitMs)
    if (!(await change(services, row.id, { ...atStart, startedAt: clock.now() }))) return
    try {
      await importFile(services, row, work, signal)
    } catch (error) {
      if (isOfFile(error)) return await refuseFile(services, row, error.message)
      log.error({ err: error, importId: row.id }, 'an import of a file failed')
      if (attempt >= tries) return await failImport(services, { id: row.id, kind })
      await change(services, row.id, { status: 'QUEUED', message: waiting })
      throw error
    }
  }

/** Whether the file itself is at fault; a store that was too slow for it is not. */
const isOfFile = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

async function change({ db }: Services, id: string, to: Parameters<typeof changeUnfinished>[2]): Promise<boolean> {
  const isChanged = await changeUnfinished(db, id, to)
  if (isChanged) await announce(db, importTopic(id))
  return isChanged
}

const atStart = { status: 'RUNNING', rowsRead: 0, share: 0, message: null } as const

async function importFile(
  services: Services,
  row: FileImportRow,
  work: (file: FileWork) => Promise<Imported>,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, clock } = services
  const { id, ownerId, name, params, fileKey, fileName, createdAt } = row
  if (!fileKey || !(await files.exists(fileKey))) return refuseFile(services, row, fileGone)
  const progress = progressOf(services, id)
  const facts = { id, ownerId, name, params, fileName, uploadedAt: createdAt, progress: progress.note, signal }
  const {
    status = 'LOADED',
    rejected,
    message,
    rowsRead,
    rowsTaken,
    rowsRejected,
  } = await files.borrow(fileKey, fileName, (path) => work({ ...facts, path })).finally(progress.settled)
  await change(services, id, {
    ...{ status, share: 1, rowsRead, rowsTaken, rowsRejected },
    ...{ rejected: JSON.stringify(rejected), message: message ?? null, finishedAt: clock.now() },
  })
  // Killed before this, the file is removed with those of failed imports.
  await files.remove(fileKey)
  await forgetFile(db, id)
}

/** At most once a second, and never holds the import up. */
function progressOf(services: Services, id: string) {
  let writtenAt = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    note: ({ rows, share }: { rows: number; share: number }) => {
      if (Date.now() - writtenAt < progressEveryMs) return
      writtenAt = Date.now()
      const known = { rowsRead: rows, share: Math.min(1, Math.max(0, share)) }
      writing = writing
        .then(() => change(services, id, known))
        .catch((error) => services.log.warn({ err: error, importId: id }, 'the progress of an import was not noted'))
    },
    settled: async () => {
      await writing
    },
  }
}

async function failImport(services: Services, { id, kind }: { id: string; kind: FileImportKind }): Promise<void> {
  const { gaveUp } = fileImportKinds[kind]
  await change(services, id, { status: 'FAILED', message: gaveUp, finishedAt: services.clock.now() })
}

/** Ends an import whose file can never pass. The file is not kept: whoever tried it again would only wait in vain. */
async function refuseFile(services: Services, { id, fileKey }: FileImportRow, message: string): Promise<void> {
  if (fileKey) await services.files.remove(fileKey)
  await change(services, id, { status: 'FAILED', message, fileKey: null, finishedAt: services.clock.now() })
}

export const failedFilesKeptDays = 7

/** Lost jobs are added anew, imports that ended every process fail, and files of failed ones go after a week. */
export async function keepFileImports(services: Services): Promise<void> {
  const { db, files, clock, log } = services
  for (const { hasSpentJob, ...lost } of await unfinishedWithoutJob(db)) {
    log.warn({ importId: lost.id, hasSpentJob }, 'an unfinished import of a file had no job')
    if (hasSpentJob) await failImport(services, lost)
    else await addFileImportJob(db, lost)
  }
  const before = new Date(clock.now().getTime() - failedFilesKeptDays * dayMs)
  for (const { id, fileKey } of await withFileOlderThan(db, before)) {
    if (fileKey) await files.remove(fileKey)
    await forgetFile(db, id)
  }
}

function importIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'importId' in payload && typeof payload.importId === 'string')
    return payload.importId
  throw new Error('a job that imports a file names no import')
}
