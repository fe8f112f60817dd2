import type { RefreshOutcome } from '@dooryard/contract/data/datasets/refresh-plans'
import type { VersionTrigger } from '@dooryard/contract/data/datasets/versions'
import type { Services } from '../../../../platform/context.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import type { Marker } from '../../../../platform/files/locations/opened-location.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import type { RollReport } from '../roll-report.ts'
import { findStoppedVersion, listLoadedVersions, listWaitingVersions } from '../versions/versions.queries.ts'
import { borrowFetched, type FetchedFiles, fetchFiles, removeFetched } from './fetch-files.ts'
import { importGuarded } from './import-version.ts'
import { notifyOfWaiting } from './notify-administrators.ts'
import { findRefresh, getMarkers, getPlan, recordOutcome } from './refreshes.queries.ts'
import { findDatasetSource } from './resolve-dataset-source.ts'

type RefreshRequest = { source: string; trigger: VersionTrigger; startedBy?: string | undefined }

export type RefreshResult = { outcome: RefreshOutcome; message: string | null; report?: RollReport }

/**
 * Reads the files of a dataset where they are published. Files that are unchanged change nothing; ones that look worse
 * than the loaded ones wait for a decision, of which the administrators are told; others replace them. Undefined
 * without a plan, which may have been deleted meanwhile.
 */
export async function refreshFromLocations(
  services: Services,
  remote: LocationServices,
  request: RefreshRequest,
): Promise<RefreshResult | undefined> {
  const { db } = services
  const { source, trigger } = request
  const plan = await findRefresh(db, source)
  if (!plan) return undefined
  const { locations } = getPlan(plan)
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const known = await findDatasetSource(db, source, current)
  if (!known) throw unprocessable('The source of this dataset is unknown. Import its file once by hand.')
  // Who asks for a refresh gets the file read again, and after an edit of the source it is read in another way.
  const isRepeat = trigger === 'SCHEDULE' && known.version === current?.sourceVersion
  const markers = isRepeat ? getMarkers(plan) : {}
  try {
    const fetched = await fetchFiles(services, remote, { source, locations, markers })
    const result = fetched ? await importFetched(services, request, known, fetched) : await findUnchanged(db, source)
    await recordResult(services, source, result, fetched && toMarkers(fetched))
    return result
  } finally {
    await removeFetched(services, source, locations)
  }
}

/** The same files are still waiting for a decision, or still loaded. */
async function findUnchanged(db: Db, source: string): Promise<RefreshResult> {
  const waiting = (await listWaitingVersions(db, [source])).get(source)
  return waiting ? { outcome: 'WAITING', message: waiting.reasons.join(' ') } : { outcome: 'UNCHANGED', message: null }
}

const toMarkers = (fetched: FetchedFiles): Record<string, Marker> =>
  Object.fromEntries(Object.entries(fetched).map(([file, { marker }]) => [file, marker]))

async function importFetched(
  services: Services,
  { source, trigger, startedBy }: RefreshRequest,
  known: VersionedSource,
  fetched: FetchedFiles,
): Promise<RefreshResult> {
  const hashes = Object.fromEntries(Object.entries(fetched).map(([file, { sha256 }]) => [file, sha256]))
  const stopped =
    trigger === 'SCHEDULE'
      ? await findStoppedVersion(services.db, source, { hashes, sourceVersion: known.version })
      : undefined
  if (stopped?.status === 'REJECTED') return { outcome: 'UNCHANGED', message: 'The file is the one that was rejected.' }
  if (stopped) return { outcome: 'WAITING', message: stopped.reasons.join(' ') }
  const report = await borrowFetched(services, fetched, (files) =>
    importGuarded(services, { source: known, files, origin: { trigger, startedBy } }),
  )
  if (report.status === 'WAITING') return { outcome: 'WAITING', message: (report.doubts ?? []).join(' '), report }
  return { outcome: report.status === 'UNCHANGED' ? 'UNCHANGED' : 'LOADED', message: null, report }
}

const recordResult = (
  services: Services,
  source: string,
  { outcome, message, report }: RefreshResult,
  markers: Record<string, Marker> | undefined,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    await recordOutcome(tx.db, source, { outcome, message, at: tx.clock.now(), markers })
    if (outcome === 'WAITING' && report)
      await notifyOfWaiting(tx, source, { fileName: report.fileName, reasons: report.doubts ?? [] })
  })
