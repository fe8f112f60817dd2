import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import type { Services } from '../../../../platform/context.ts'
import { appError, isAppError } from '../../../../platform/errors/app-error.ts'
import { isDiskFull } from '../../../../platform/files/disk-full.ts'
import { borrowNamedFiles } from '../../../../platform/files/imports/file-imports.ts'
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { importRoll } from '../../rolls/import-roll.ts'
import type { Progress } from '../../rolls/read/read-roll.ts'
import { parseJobId } from '../files/run-file-step.ts'
import { requireReadyDocument, toNamedFiles } from '../ready-document.ts'
import { findSetupById } from '../setups.queries.ts'
import { buildCheckReport } from './build-check-report.ts'
import { findCheck, updateCheck } from './checks.queries.ts'
import { getRejectsKey } from './rejects.ts'

export const checkJob = 'check-county-setup'

// With the imports: each occupies a worker and the store for minutes.
export const queueCheck = (db: Db, setupId: string, runId: string) =>
  addJob(db, checkJob, { setupId, runId }, { jobKey: `county-check:${setupId}`, queue: 'roll-imports', maxAttempts: 3 })

class CanceledError extends Error {}

const progressEveryMs = 1_000
const gaveUpMessage = 'The server could not check these files. Try again, and look at the errors if it fails again.'

const diskFullMessage = 'The server has no space left to check these files. Free some space, then check again.'

/** Reads and maps all rows without changing what is searchable. A repeated run starts over. */
export const runCheckRows =
  (services: Services): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const { db, clock, log } = services
    const run = { setupId: parseJobId(payload, 'setupId'), runId: parseJobId(payload, 'runId') }
    const started = { status: 'RUNNING', share: 0, rowsRead: 0, message: null, startedAt: clock.now() } as const
    if ((await findCheck(db, run.setupId))?.runId !== run.runId || !(await updateCheck(db, run, started))) return
    try {
      const report = await checkRows(services, run)
      const done = { status: 'DONE', share: 1, rowsRead: report.rowsRead, report, finishedAt: clock.now() } as const
      const isNoted = await updateCheck(db, run, done)
      // The list of a setup that was deleted meanwhile.
      if (!isNoted && !(await findSetupById(db, run.setupId))) await services.files.remove(getRejectsKey(run.setupId))
    } catch (cause) {
      if (cause instanceof CanceledError) return
      const error = isDiskFull(cause) ? appError('UNPROCESSABLE', diskFullMessage) : cause
      const isKnown = isAppError(error)
      if (!isKnown) log.error({ err: error, setupId: run.setupId }, 'a check of a county setup failed')
      if (isKnown || attempt >= maxAttempts)
        await updateCheck(db, run, {
          ...{ status: 'FAILED', message: isKnown ? error.message : gaveUpMessage, finishedAt: clock.now() },
        })
      if (!isKnown) throw error
    }
  }

type CheckRun = { setupId: string; runId: string }

async function checkRows(services: Services, run: CheckRun): Promise<CheckReport> {
  const ready = await requireReadyDocument(services, run.setupId)
  const { document, tables } = ready
  const note = createProgressNote(services, run)
  let report: CheckReport | undefined
  await borrowNamedFiles(services.files, toNamedFiles(document, tables), (files) =>
    importRoll(services, {
      ...{ document, files, onProgress: note.progress },
      check: async (roll) => {
        await note.settled()
        report = await buildCheckReport(services, run.setupId, ready, roll)
      },
    }),
  )
  if (!report) throw new Error('a check ended without a report')
  return report
}

/** Notes progress at most once a second; throws once the check was canceled. */
function createProgressNote({ db }: Services, run: CheckRun) {
  let [notedAt, isCanceled] = [Date.now(), false]
  let writing = Promise.resolve()
  const write = async (change: { share: number; rowsRead: number }) => {
    if (!(await updateCheck(db, run, change))) isCanceled = true
  }
  return {
    progress: ({ rows, share }: Progress) => {
      if (isCanceled) throw new CanceledError()
      if (Date.now() - notedAt < progressEveryMs) return
      notedAt = Date.now()
      // A note that fails is followed by others.
      writing = writing.then(() => write({ share: Math.min(1, share), rowsRead: rows })).catch(() => undefined)
    },
    settled: async () => {
      await writing
      if (isCanceled) throw new CanceledError()
    },
  }
}
