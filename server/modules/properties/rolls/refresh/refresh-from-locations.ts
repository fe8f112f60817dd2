import { isDeepStrictEqual } from 'node:util'
import type { RefreshOutcome, RefreshPlan } from '@dooryard/contract/data/datasets/refresh-plans'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import type { Marker } from '../../../../platform/files/locations/opened-location.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import type { RollReport } from '../roll-report.ts'
import type { VersionOrigin } from '../versions/record-version.ts'
import { stopForColumns } from '../versions/stop-for-columns.ts'
import { listLoadedVersions } from '../versions/versions.queries.ts'
import { findStoppedVersion, isReadFrom, listWaitingVersions } from '../versions/waiting-versions.queries.ts'
import { borrowFetched, fetchFiles, removeFetched } from './fetch-files.ts'
import { importGuarded } from './import-version.ts'
import { notifyOfWaiting } from './notify-administrators.ts'
import type { FetchedFiles, FetchedRefresh, RefreshRequest } from './refresh-task.ts'
import { findRefresh, getMarkers, getPlan, type RefreshRow, recordOutcome } from './refreshes.queries.ts'
import { findDatasetSource, listSourceFiles } from './resolve-dataset-source.ts'

export type RefreshResult = { outcome: RefreshOutcome; message: string | null; report?: RollReport }

/** Refreshes a dataset in one go, for the shell. Undefined without a plan, which may have been deleted meanwhile. */
export async function refreshFromLocations(
  services: Services,
  remote: LocationServices,
  request: RefreshRequest,
): Promise<RefreshResult | undefined> {
  const found = await fetchPublished(services, remote, request)
  if (!found || !('fetched' in found)) return found
  try {
    return await importPublished(services, found)
  } finally {
    await removeFetched(services, found.fetched)
  }
}

/**
 * Reads the files of a dataset where they are published, for `importPublished`. Returns the result where that is known
 * already, as for files that the server says are unchanged; undefined without a plan.
 */
export async function fetchPublished(
  services: Services,
  remote: LocationServices,
  request: RefreshRequest,
): Promise<FetchedRefresh | RefreshResult | undefined> {
  const { db, clock } = services
  const { source, trigger } = request
  const addedAt = clock.now().toISOString()
  const plan = await findRefresh(db, source)
  if (!plan) return undefined
  const { current, known } = await requireSource(db, source)
  const locations = listLocations(getPlan(plan), known)
  // Who asks for a refresh gets the file read again, and after an edit of the source it is read in another way.
  const isRepeat = trigger === 'SCHEDULE' && known.version === current?.sourceVersion
  const fetched = await fetchFiles(services, remote, { source, locations, markers: isRepeat ? getMarkers(plan) : {} })
  if (fetched) return { ...request, addedAt, fetched }
  const result = await findUnchanged(db, plan)
  await recordResult(services, source, result)
  return result
}

/**
 * Imports files that were fetched. Ones that are unchanged change nothing; ones that look worse than the loaded ones
 * wait for a decision, of which the administrators are told; others replace them.
 */
export async function importPublished(services: Services, request: FetchedRefresh): Promise<RefreshResult> {
  const { source, fetched } = request
  const { current, known } = await requireSource(services.db, source)
  const outdated = findOutdated(request, { current, known })
  const result = outdated ?? (await importFetched(services, request, { current, known }))
  await recordResult(services, source, result, outdated ? undefined : toMarkers(fetched))
  return result
}

/** What became of files that are not loaded, as data or the source were changed while they were downloaded. */
function findOutdated(
  { addedAt, fetched }: FetchedRefresh,
  { current, known }: KnownSource,
): RefreshResult | undefined {
  if (current && current.createdAt > new Date(addedAt)) return toOutdated('Other data were loaded')
  const isSame = isDeepStrictEqual(new Set(listSourceFiles(known.document)), new Set(Object.keys(fetched)))
  return isSame ? undefined : toOutdated('The source was changed')
}

const toOutdated = (what: string): RefreshResult => ({
  outcome: 'UNCHANGED',
  message: `${what} while the file was read. It is read again with the next refresh.`,
})

type KnownSource = Awaited<ReturnType<typeof requireSource>>

async function requireSource(db: Db, source: string) {
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const known = await findDatasetSource(db, source, current)
  if (!known) throw unprocessable('The source of this dataset is unknown. Import its file once by hand.')
  return { current, known }
}

/** The locations of the files that the source reads now: an edit may have added one, or taken one out. */
function listLocations({ locations }: RefreshPlan, { document }: VersionedSource): RefreshPlan['locations'] {
  const files = listSourceFiles(document)
  const missing = files.filter((id) => !locations.some(({ file }) => file === id))
  if (missing.length > 0) {
    const where = missing.length === 1 ? 'that file is' : 'these files are'
    throw unprocessable(`The source also reads ${missing.join(' and ')}: edit the refresh to say where ${where}.`)
  }
  return locations.filter(({ file }) => files.includes(file))
}

/** The same files are still waiting for a decision, were rejected, or are still loaded. */
async function findUnchanged(db: Db, { source, lastOutcome }: RefreshRow): Promise<RefreshResult> {
  const waiting = (await listWaitingVersions(db, [source])).get(source)
  if (waiting) return { outcome: 'WAITING', message: waiting.reasons.join(' ') }
  // Data that were loaded instead would have cleared the markers.
  const isRejected = lastOutcome === 'WAITING' || lastOutcome === 'REJECTED'
  return isRejected ? rejectedBefore : { outcome: 'UNCHANGED', message: null }
}

const rejectedBefore: RefreshResult = {
  outcome: 'REJECTED',
  message:
    'The file is the one that was rejected. It is not asked about again until it changes or the source is edited.',
}

const toMarkers = (fetched: FetchedFiles): Record<string, Marker> =>
  Object.fromEntries(Object.entries(fetched).map(([file, { marker }]) => [file, marker]))

async function importFetched(
  services: Services,
  { source, trigger, startedBy, addedAt, fetched }: FetchedRefresh,
  { current, known }: KnownSource,
): Promise<RefreshResult> {
  const hashes = Object.fromEntries(Object.entries(fetched).map(([file, { sha256 }]) => [file, sha256]))
  const stopped = await findStoppedVersion(services.db, source, { hashes, sourceVersion: known.version })
  if (stopped?.status === 'WAITING') return { outcome: 'WAITING', message: stopped.reasons.join(' ') }
  if (stopped?.status === 'LOADING')
    return { outcome: 'UNCHANGED', message: 'This file was accepted, and is loaded once its turn comes.' }
  // It may have been loaded by hand since.
  if (stopped && !(current && isReadFrom(current, hashes))) return rejectedBefore
  return borrowFetched(services, fetched, (files) =>
    importOrStop(services, { source: known, files, origin: { trigger, startedBy, addedAt: new Date(addedAt) } }),
  )
}

type FilesToImport = { source: VersionedSource; files: Readonly<Record<string, string>>; origin: VersionOrigin }

/** Files without a column that the source reads are refused by the import, and wait for an edit of the source. */
async function importOrStop(services: Services, given: FilesToImport): Promise<RefreshResult> {
  try {
    const report = await importGuarded(services, given)
    if (report.status === 'WAITING') return { outcome: 'WAITING', message: (report.doubts ?? []).join(' '), report }
    return { outcome: report.status === 'UNCHANGED' ? 'UNCHANGED' : 'LOADED', message: null, report }
  } catch (error) {
    const reasons =
      isAppError(error) && error.code === 'UNPROCESSABLE' ? await stopForColumns(services, given) : undefined
    if (!reasons) throw error
    return { outcome: 'WAITING', message: reasons.join(' ') }
  }
}

const recordResult = (
  services: Services,
  source: string,
  { outcome, message }: RefreshResult,
  markers?: Record<string, Marker>,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    await recordOutcome(tx.db, source, { outcome, message, at: tx.clock.now(), markers })
    if (outcome === 'WAITING') await notifyOfWaiting(tx, source)
  })
