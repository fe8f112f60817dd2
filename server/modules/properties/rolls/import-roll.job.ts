import { dayMs } from '@dooryard/contract/time'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import type { Services } from '../../../platform/context.ts'
import { type AppError, isAppError } from '../../../platform/errors.ts'
import { formatNumber } from '../../../platform/format.ts'
import type { JobRun } from '../../../platform/jobs.ts'
import { announce } from '../../../platform/live/hub.ts'
import { addImportJob, importTopic } from './import-queue.ts'
import { importRoll, type Progress } from './import-roll.ts'
import { sourceOf } from './import-sources.ts'
import {
  changeUnfinished,
  findImport,
  forgetFile,
  type ImportRow,
  unfinishedWithoutJob,
  withFileOlderThan,
} from './roll-imports.queries.ts'
import type { RollReport } from './roll-report.ts'

/** An import that met so many failures nobody foresaw, over about an hour, is given up. */
const tries = 8
const gaveUp =
  'The import could not be completed. Where its roll now shows as incomplete, import it again. The file is kept for a week.'
const waiting = 'The import met a problem of the server and is tried again by itself.'
const fileGone = 'The uploaded file is gone. Please upload it again.'

export const failedRollsKeptDays = 7
const progressEveryMs = 1_000

/**
 * Imports an uploaded file. Safe to run again, after a kill or beside a worker thought dead: `importRoll` starts over, and
 * an import that is over stays as it ended. A wrong file fails at once; anything else is tried again with growing pauses.
 */
export const runImportRoll =
  (services: Services) =>
  async (payload: unknown, { attempt }: Pick<JobRun, 'attempt'>): Promise<void> => {
    const row = await findImport(services.db, importIdOf(payload))
    if (!row || !(await change(services, row.id, { ...atStart, startedAt: services.clock.now() }))) return
    try {
      await importFile(services, row)
    } catch (error) {
      if (isOfFile(error)) return await refuseFile(services, row, error.message)
      services.log.error({ err: error, importId: row.id }, 'an import failed')
      if (attempt >= tries) return await fail(services, row.id, gaveUp)
      await change(services, row.id, { status: 'QUEUED', message: waiting })
      throw error
    }
  }

/** Whether the file itself is at fault; a store that was too slow for it is not. */
const isOfFile = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'UNPROCESSABLE' && !(error instanceof OverLimitError)

const atStart = { status: 'RUNNING', rowsRead: 0, share: 0, message: null } as const

async function importFile(services: Services, row: ImportRow): Promise<void> {
  const { files, clock } = services
  const { id, fileKey, fileName } = row
  if (!fileKey || !(await files.exists(fileKey))) return refuseFile(services, row, fileGone)
  const source = sourceOf(row)
  const progress = progressOf(services, id)
  const report = await files
    .borrow(fileKey, fileName, (path) => importRoll(services, { source, path, onProgress: progress.note }))
    .finally(progress.settled)
  const { rowsRead, rowsMapped, rowsRejected } = report
  const status = report.status === 'UNCHANGED' ? 'UNCHANGED' : 'LOADED'
  const counts = { rowsRead, rowsMapped, rowsRejected, share: 1 }
  await change(services, id, { status, ...counts, message: noteOn(report), finishedAt: clock.now() })
  // Killed before this, the file is removed with those of failed imports.
  await files.remove(fileKey)
  await forgetFile(services.db, id)
}

/** Sales of parcels that nobody knows wait for the roll that does: whoever sees none of them should know why. */
const noteOn = ({ properties, transfers, transfersJoined }: RollReport): string | null =>
  properties === 0 && transfers > 0 && transfersJoined === 0
    ? `${formatNumber(transfers)} sales are kept, of parcels that are not loaded yet: import the roll that lists them.`
    : null

/** Writes how far an import is, at most once a second, and never holds it up. */
function progressOf(services: Services, id: string) {
  let writtenAt = 0
  let writing: Promise<unknown> = Promise.resolve()
  return {
    note: ({ rows, share }: Progress) => {
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

/** Changes an import under way and tells whoever watches it; says whether it was under way. */
async function change({ db }: Services, id: string, to: Parameters<typeof changeUnfinished>[2]): Promise<boolean> {
  const isChanged = await changeUnfinished(db, id, to)
  if (isChanged) await announce(db, importTopic(id))
  return isChanged
}

async function fail(services: Services, id: string, message: string): Promise<void> {
  await change(services, id, { status: 'FAILED', message, finishedAt: services.clock.now() })
}

/** Ends an import whose file can never pass. The file is not kept: whoever tried it again would only wait in vain. */
async function refuseFile(services: Services, { id, fileKey }: ImportRow, message: string): Promise<void> {
  if (fileKey) await services.files.remove(fileKey)
  await change(services, id, { status: 'FAILED', message, fileKey: null, finishedAt: services.clock.now() })
}

/**
 * Looks after imports: one whose job is lost gets a new one, one whose job ended every process that tried it fails, and
 * the files of failed ones are removed after a week.
 */
export async function keepImports(services: Services): Promise<void> {
  const { db, files, clock, log } = services
  for (const { id, hasSpentJob } of await unfinishedWithoutJob(db)) {
    log.warn({ importId: id, hasSpentJob }, 'an unfinished import had no job')
    if (hasSpentJob) await fail(services, id, gaveUp)
    else await addImportJob(db, id)
  }
  for (const { id, fileKey } of await withFileOlderThan(
    db,
    new Date(clock.now().getTime() - failedRollsKeptDays * dayMs),
  )) {
    if (fileKey) await files.remove(fileKey)
    await forgetFile(db, id)
  }
}

function importIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'importId' in payload && typeof payload.importId === 'string')
    return payload.importId
  throw new Error('an import-roll job names no import')
}
