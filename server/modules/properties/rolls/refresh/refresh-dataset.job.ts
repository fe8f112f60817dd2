import { z } from 'zod'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import type { RollReport } from '../roll-report.ts'
import { isAcceptable, newerDataMessage, type VersionOrigin } from '../versions/record-version.ts'
import { borrowVersionFiles, purgeVersionFiles } from '../versions/version-files.ts'
import { clearVersionFiles, findVersion, type VersionRow } from '../versions/versions.queries.ts'
import { listWaitingVersions, returnAccepted } from '../versions/waiting-versions.queries.ts'
import { importVersion } from './import-version.ts'
import { notifyOfFailure } from './notify-administrators.ts'
import { type RefreshResult, refreshFromLocations } from './refresh-from-locations.ts'
import { recordOutcome } from './refreshes.queries.ts'

const RefreshTask = z.discriminatedUnion('action', [
  z.object({
    source: z.string(),
    action: z.literal('REFRESH'),
    trigger: z.enum(['SCHEDULE', 'REQUEST', 'SHELL']),
    startedBy: z.string().optional(),
  }),
  z.object({ source: z.string(), action: z.literal('ACCEPT'), versionId: z.string(), startedBy: z.string() }),
  z.object({
    ...{ source: z.string(), action: z.literal('ROLL_BACK'), versionId: z.string(), startedBy: z.string() },
    // Of the version that it creates, by which a repeated run finds what the first one has loaded.
    createdId: z.string(),
  }),
])
export type RefreshTask = z.infer<typeof RefreshTask>

/**
 * The job that refreshes a dataset, loads a version that was accepted, or rolls back. Safe to run again after it was
 * killed at any step: the data of before stay until the new ones replace them in one switch.
 */
export const runRefreshDataset =
  (services: Services, remote: LocationServices): Task =>
  async (payload, { attempt, maxAttempts, signal }) => {
    const task = RefreshTask.parse(payload)
    try {
      if (task.action === 'REFRESH') await refreshFromLocations(services, { ...remote, signal }, task)
      else await loadVersion(services, task)
      await purgeVersionFiles(services)
    } catch (error) {
      const message = getFinalMessage(error, attempt >= maxAttempts)
      if (message === undefined) throw error
      services.log.warn({ err: error, source: task.source }, 'a county dataset was not refreshed')
      await recordFailure(services, task, message)
    }
  }

type LoadTask = Exclude<RefreshTask, { action: 'REFRESH' }>

async function loadVersion(services: Services, task: LoadTask): Promise<void> {
  const { source, action, versionId, startedBy } = task
  const loaded = await findVersion(services.db, action === 'ACCEPT' ? versionId : task.createdId)
  if (loaded?.status !== 'LOADED') {
    const version = await findVersion(services.db, versionId)
    if (!version) throw unprocessable('This version of the dataset is gone.')
    if (action === 'ACCEPT') await loadAccepted(services, version)
    else await importStored(services, version, { trigger: 'ROLLBACK', startedBy, createdId: task.createdId })
  }
  await recordOutcome(services.db, source, { outcome: 'LOADED', message: null, at: services.clock.now() })
}

/** UNPROCESSABLE where other data took its place since it waited. */
const loadAccepted = (services: Services, version: VersionRow) =>
  importStored(services, version, { trigger: version.trigger, acceptedId: version.id })

/** Loads the version of a dataset that waits; undefined where none does. For the shell. */
export async function acceptWaiting(services: Services, source: string): Promise<RefreshResult | undefined> {
  const waiting = (await listWaitingVersions(services.db, [source])).get(source)
  if (!waiting) return undefined
  if (!waiting.changes) throw unprocessable(missingColumnsMessage)
  const report = await loadAccepted(services, waiting)
  await recordOutcome(services.db, source, { outcome: 'LOADED', message: null, at: services.clock.now() })
  return { outcome: 'LOADED', message: null, report }
}

export const missingColumnsMessage =
  'This file lacks columns that the source reads, so it cannot be loaded as it is. Edit the source first.'

async function importStored(services: Services, version: VersionRow, origin: VersionOrigin): Promise<RollReport> {
  if (origin.acceptedId && !isAcceptable(version)) throw unprocessable(newerDataMessage)
  const source = { document: version.document, version: version.sourceVersion }
  const report = await borrowVersionFiles(services, version, (files) =>
    importVersion(services, { source, files, origin }),
  )
  if (report) return report
  await clearVersionFiles(services.db, version.id)
  throw unprocessable('The files of this version are not stored any more.')
}

/** What to tell administrators once a task has failed for good; undefined while a retry may help. */
function getFinalMessage(error: unknown, isLast: boolean): string | undefined {
  if (isAppError(error) && error.code === 'UNPROCESSABLE') return error.message
  if (!isLast) return undefined
  if (isAppError(error) && error.code === 'UNAVAILABLE') return error.message
  return 'The refresh met a problem of the server. It is tried again when it is next due.'
}

async function recordFailure(services: Services, task: RefreshTask, message: string): Promise<void> {
  const { db } = services
  if (task.action === 'ACCEPT') await returnAccepted(db, task.versionId, message)
  await notifyOfFailure(services, task.source, message)
}
