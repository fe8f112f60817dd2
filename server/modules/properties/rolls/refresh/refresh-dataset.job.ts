import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { isDiskFull } from '../../../../platform/files/disk-full.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import type { RollReport } from '../roll-report.ts'
import { withImportLock } from '../rolls.queries.ts'
import { isAcceptable, newerDataMessage, type VersionOrigin } from '../versions/record-version.ts'
import { borrowVersionFiles, purgeVersionFiles } from '../versions/version-files.ts'
import {
  changeStatus,
  clearVersionFiles,
  findVersion,
  listLoadingVersions,
  type VersionRow,
} from '../versions/versions.queries.ts'
import { listWaitingVersions, returnAccepted } from '../versions/waiting-versions.queries.ts'
import { removeFetched } from './fetch-files.ts'
import { importVersion } from './import-version.ts'
import { notifyOfFailure } from './notify-administrators.ts'
import { fetchPublished, importPublished, type RefreshResult } from './refresh-from-locations.ts'
import { addRefreshJob, type FetchedRefresh, type RefreshRequest, RefreshTask } from './refresh-task.ts'
import { listBusySources, recordOutcome } from './refreshes.queries.ts'

/**
 * The job that refreshes a dataset, in two steps, loads a version that was accepted, or rolls back. Safe to run again
 * after it was killed at any step: the data of before stay until the new ones replace them in one switch.
 */
export const runRefreshDataset =
  (services: Services, remote: LocationServices): Task =>
  async (payload, { attempt, maxAttempts, signal }) => {
    const task = RefreshTask.parse(payload)
    try {
      if (task.action === 'REFRESH') await fetchForImport(services, { ...remote, signal }, task)
      else if (task.action === 'IMPORT') await importAndRemove(services, task)
      else await loadVersion(services, task)
      await purgeVersionFiles(services)
    } catch (error) {
      const message = getFinalMessage(error, attempt >= maxAttempts)
      if (message === undefined) throw error
      services.log.warn({ err: error, source: task.source }, 'a county dataset was not refreshed')
      await recordFailure(services, task, message)
    }
  }

/** The import takes the place of this job. */
async function fetchForImport(services: Services, remote: LocationServices, request: RefreshRequest): Promise<void> {
  const found = await fetchPublished(services, remote, request)
  if (found && 'fetched' in found) await addRefreshJob(services.db, { ...found, action: 'IMPORT' })
}

async function importAndRemove(services: Services, refresh: FetchedRefresh): Promise<void> {
  await importPublished(services, refresh)
  await removeFetched(services, refresh.fetched)
}

type LoadTask = Extract<RefreshTask, { versionId: string }>

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

const noSpaceMessage = 'The server has no space left, so nothing was changed. Free some space, then refresh again.'

/** What to tell administrators once a task has failed for good; undefined while a retry may help. */
function getFinalMessage(error: unknown, isLast: boolean): string | undefined {
  if (isAppError(error) && error.code === 'UNPROCESSABLE') return error.message
  if (isDiskFull(error)) return noSpaceMessage
  if (!isLast) return undefined
  if (isAppError(error) && error.code === 'UNAVAILABLE') return error.message
  return 'The refresh met a problem of the server. It is tried again when it is next due.'
}

async function recordFailure(services: Services, task: RefreshTask, message: string): Promise<void> {
  const { db } = services
  if (task.action === 'ACCEPT') await returnAccepted(db, task.versionId, message)
  if (task.action === 'IMPORT') await removeFetched(services, task.fetched)
  await notifyOfFailure(services, task.source, message)
}

/**
 * Ends versions that are being loaded without an import, as its process died with each attempt: one that was accepted
 * waits again, and administrators are told.
 */
export async function endAbandonedVersions(services: Services): Promise<void> {
  const { db } = services
  for (const { id, source } of await listLoadingVersions(db))
    await withImportLock(db, source, async () => {
      const version = await findVersion(db, id)
      if (version?.status !== 'LOADING' || (await listBusySources(db, [source])).has(source)) return
      if (!version.decidedBy) return changeStatus(db, id, ['LOADING'], { status: 'INTERRUPTED' })
      await returnAccepted(db, id, abandonedMessage)
      await notifyOfFailure(services, source, abandonedMessage)
    })
}

const abandonedMessage = 'The import of the version that was accepted did not end. Accept it again.'
