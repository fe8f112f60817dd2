import { OverLimitError } from '../clickhouse/errors.ts'
import type { Services } from '../context.ts'
import { type AppError, isAppError } from '../errors.ts'
import type { Task } from '../jobs.ts'
import {
  changeUnfinished,
  type FileImportKind,
  type FileImportRow,
  findFileImport,
  forgetFile,
  hasEarlier,
} from './file-imports.queries.ts'
import { addFileImportJob } from './import-queue.ts'

/** An uploaded file that is to be imported. */
export type FileWork = {
  id: string
  /** Whose it is; null for the platform's. */
  ownerId: string | null
  /** What whoever uploaded it said of it, as `receiveFile` was given it. */
  params: unknown
  /** Where it can be read, under its own name. */
  path: string
  fileName: string
  sha256: string
  uploadedAt: Date
  /** Says how far the work is: rows read so far, and the share of the file, from 0 to 1. Costs nothing to call often. */
  progress: (at: { rows: number; share: number }) => void
  /** Aborts when the worker is asked to stop. */
  signal: AbortSignal
}

/** What came of a file: `rowsRead = rowsTaken + rowsRejected`. */
export type Imported = {
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  /** The first of the rejected lines, and why. */
  rejected: readonly { line: number; reason: string }[]
  /** What to know of it, as a sentence. */
  message?: string
}

/** How long an import waits before it looks again whether those before it are over. */
const waitMs = 5_000

/** An import that met so many failures nobody foresaw, over about an hour, is given up. */
const tries = 8
const gaveUp = 'The import could not be completed. The file is kept for a week after its upload: try it again.'
const waiting = 'The import met a problem of the server and is tried again by itself.'
const fileGone = 'The uploaded file is gone. Please upload it again.'

const progressEveryMs = 1_000

/**
 * The job that imports the uploaded files of a kind by `work`, which has to bear being run again: after a kill, beside
 * a worker thought dead, or on a file whose import was not noted as done. An import that is over stays as it ended. An
 * UNPROCESSABLE of `work` is the file's fault and fails it at once with its sentence; anything else is tried again with
 * growing pauses. An import waits for those of the same owner and kind that were uploaded before it, one that pauses
 * between two tries included: a change list counts on the full list before it.
 */
export const runFileImport =
  (services: Services, kind: FileImportKind, work: (file: FileWork) => Promise<Imported>): Task =>
  async (payload, { attempt, signal }) => {
    const { db, clock, log } = services
    const row = await findFileImport(db, importIdOf(payload))
    if (row?.kind !== kind) return
    if (await hasEarlier(db, row)) return addFileImportJob(db, { id: row.id, kind, ownerId: row.ownerId }, waitMs)
    if (!(await changeUnfinished(db, row.id, { ...atStart, startedAt: clock.now() }))) return
    try {
      await importFile(services, row, work, signal)
    } catch (error) {
      if (isOfFile(error)) return await refuseFile(services, row, error.message)
      log.error({ err: error, importId: row.id }, 'an import of a file failed')
      if (attempt >= tries) return await failImport(services, row.id)
      await changeUnfinished(db, row.id, { status: 'QUEUED', message: waiting })
      throw error
    }
  }

/** Whether the file itself is at fault; a store that was too slow for it is not. */
const isOfFile = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

const atStart = { status: 'RUNNING', rowsRead: 0, share: 0, message: null } as const

async function importFile(
  services: Services,
  row: FileImportRow,
  work: (file: FileWork) => Promise<Imported>,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, clock } = services
  const { id, ownerId, params, fileKey, fileName, sha256, createdAt } = row
  if (!fileKey || !(await files.exists(fileKey))) return refuseFile(services, row, fileGone)
  const progress = progressOf(services, id)
  const facts = { id, ownerId, params, fileName, sha256, uploadedAt: createdAt, progress: progress.note, signal }
  const { rejected, message, rowsRead, rowsTaken, rowsRejected } = await files
    .borrow(fileKey, fileName, (path) => work({ ...facts, path }))
    .finally(progress.settled)
  await changeUnfinished(db, id, {
    ...{ status: 'LOADED', share: 1, rowsRead, rowsTaken, rowsRejected },
    ...{ rejected: JSON.stringify(rejected), message: message ?? null, finishedAt: clock.now() },
  })
  // Killed before this, the file is removed with those of failed imports.
  await files.remove(fileKey)
  await forgetFile(db, id)
}

/** Writes how far an import is, at most once a second, and never holds it up. */
function progressOf({ db, log }: Services, id: string) {
  let writtenAt = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    note: ({ rows, share }: { rows: number; share: number }) => {
      if (Date.now() - writtenAt < progressEveryMs) return
      writtenAt = Date.now()
      const known = { rowsRead: rows, share: Math.min(1, Math.max(0, share)) }
      writing = writing
        .then(() => changeUnfinished(db, id, known))
        .catch((error) => log.warn({ err: error, importId: id }, 'the progress of an import was not noted'))
    },
    settled: async () => {
      await writing
    },
  }
}

/** Gives an import up. */
export async function failImport({ db, clock }: Services, id: string): Promise<void> {
  await changeUnfinished(db, id, { status: 'FAILED', message: gaveUp, finishedAt: clock.now() })
}

/** Ends an import whose file can never pass. The file is not kept: whoever tried it again would only wait in vain. */
async function refuseFile({ db, files, clock }: Services, { id, fileKey }: FileImportRow, message: string) {
  if (fileKey) await files.remove(fileKey)
  await changeUnfinished(db, id, { status: 'FAILED', message, fileKey: null, finishedAt: clock.now() })
}

function importIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'importId' in payload && typeof payload.importId === 'string')
    return payload.importId
  throw new Error('a job that imports a file names no import')
}
