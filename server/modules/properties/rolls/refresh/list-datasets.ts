import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Dataset, DatasetQuery } from '@dooryard/contract/data/datasets/datasets'
import { DatasetRefresh } from '@dooryard/contract/data/datasets/refresh-plans'
import type { DataChange, DatasetVersion } from '@dooryard/contract/data/datasets/versions'
import type { Context } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { type FileImportRow, listFileImportsByIds } from '../../../../platform/files/imports/file-imports.ts'
import { listFilesBySource } from '../../sources/resolve-source.ts'
import { presentLoadedRoll } from '../list-rolls.ts'
import { getImportTrigger, rollImports } from '../roll-imports.ts'
import type { RollReport } from '../roll-report.ts'
import { countRolls, findRollById, listRollRows, type RollRow } from '../rolls.queries.ts'
import { listFills } from '../versions/compare-rules.ts'
import { countHistory, listHistory } from '../versions/history.queries.ts'
import { presentVersion } from '../versions/present-version.ts'
import {
  countVersions,
  type ListedVersion,
  listLoadedVersions,
  listVersions,
  listVersionsByIds,
  type VersionRow,
} from '../versions/versions.queries.ts'
import { listWaitingVersions } from '../versions/waiting-versions.queries.ts'
import { getPlan, listBusySources, listRefreshes, type RefreshRow } from './refreshes.queries.ts'
import { findDatasetSource, listSourceFiles } from './resolve-dataset-source.ts'

type ReadContext = Pick<Context, 'db'>

export async function listDatasets(ctx: ReadContext, query: DatasetQuery): Promise<PageResult<Dataset>> {
  const { source } = query
  const [rows, count] = await Promise.all([listRollRows(ctx.db, toSlice(query), source), countRolls(ctx.db, source)])
  return toPage(await presentDatasets(ctx, rows), count, query)
}

/** NOT_FOUND for an unknown number. */
export async function getDataset(ctx: ReadContext, id: string): Promise<Dataset> {
  const [dataset] = await presentDatasets(ctx, [await requireDataset(ctx, id)])
  if (!dataset) throw notFound('This dataset')
  return dataset
}

export async function requireDataset({ db }: ReadContext, id: string): Promise<RollRow> {
  const row = await findRollById(db, id)
  if (!row) throw notFound('This dataset')
  return row
}

/** The files that a refresh of each source reads: those of a version that is newer than the data if it is used. */
async function listReadFiles(db: Context['db'], loaded: Map<string, VersionRow[]>, sources: string[]) {
  const known = await listFilesBySource(db, sources)
  const listed = sources.map(async (source): Promise<[string, string[] | undefined]> => {
    const current = loaded.get(source)?.[0]
    const { version, files } = known.get(source) ?? {}
    if (!current || version === undefined || version <= current.sourceVersion) return [source, files]
    const used = await findDatasetSource(db, source, current)
    return [source, used && listSourceFiles(used.document)]
  })
  return new Map(await Promise.all(listed))
}

async function presentDatasets({ db }: ReadContext, rows: readonly RollRow[]): Promise<Dataset[]> {
  const sources = rows.map(({ source }) => source)
  // One after another: a version that no longer waits is being loaded, and a job that has ended has left its result.
  const waiting = await listWaitingVersions(db, sources)
  const busy = await listBusySources(db, sources)
  const [refreshes, loaded] = await Promise.all([listRefreshes(db, sources), listLoadedVersions(db, sources)])
  const filesBySource = await listReadFiles(db, loaded, sources)
  const refreshBySource = new Map(refreshes.map((refresh) => [refresh.source, refresh]))
  return rows.map((row) => {
    const [current, before] = loaded.get(row.source) ?? []
    const refresh = refreshBySource.get(row.source)
    const waitingVersion = waiting.get(row.source)
    const isAccepted = busy.get(row.source) === 'ACCEPT'
    return {
      ...presentLoadedRoll(row),
      sourceVersion: current?.sourceVersion ?? row.sourceVersion,
      sourceFiles: filesBySource.get(row.source) ?? (current ? listSourceFiles(current.document) : []),
      // Written only by imports.
      fills: listFills((row.report as RollReport).columns),
      refresh: refresh ? presentRefresh(refresh, { waiting: waitingVersion, current, isAccepted }) : null,
      isRefreshing: busy.has(row.source),
      waiting: waitingVersion ? presentVersion(waitingVersion, loaded.get(row.source) ?? []) : null,
      canRollBack: before?.hasFiles ?? false,
    }
  })
}

type KnownVersions = {
  waiting: VersionRow | undefined
  current: VersionRow | undefined
  /** The version that waited is being loaded. */
  isAccepted: boolean
}

function presentRefresh(
  { nextRunAt, lastRunAt, pauseReason, ...row }: RefreshRow,
  { waiting, current, isAccepted }: KnownVersions,
): DatasetRefresh {
  const { lastOutcome, lastMessage } = row
  const isDecided = lastOutcome === 'WAITING' && !waiting && !isAccepted
  // Otherwise the version was rejected.
  const isReplaced = current?.loadedAt && lastRunAt && current.loadedAt > lastRunAt
  return DatasetRefresh.parse({
    ...getPlan(row),
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    pauseReason,
    ...(isDecided
      ? { lastOutcome: isReplaced ? 'LOADED' : 'REJECTED', lastMessage: null }
      : { lastOutcome, lastMessage }),
  })
}

export async function listDatasetVersions(
  ctx: ReadContext,
  id: string,
  query: PageQuery,
): Promise<PageResult<DatasetVersion>> {
  const { source } = await requireDataset(ctx, id)
  const [rows, count, loaded] = await Promise.all([
    listVersions(ctx.db, source, toSlice(query)),
    countVersions(ctx.db, source),
    listLoadedVersions(ctx.db, [source]),
  ])
  return toPage(
    rows.map((row) => presentVersion(row, loaded.get(source) ?? [])),
    count,
    query,
  )
}

/** A page of all that changed county data, newest first: imports of files, and other versions. */
export async function listDataChanges({ db }: ReadContext, query: PageQuery): Promise<PageResult<DataChange>> {
  const [entries, count] = await Promise.all([listHistory(db, toSlice(query)), countHistory(db)])
  const ids = entries.map(({ id }) => id)
  const [imports, versions] = await Promise.all([
    listFileImportsByIds(db, rollImports, ids),
    listVersionsByIds(db, ids),
  ])
  const loaded = await listLoadedVersions(db, [...new Set(versions.map(({ source }) => source))])
  const presented = await Promise.all(imports.map((row) => presentImportChange(db, row)))
  const changes = new Map([
    ...presented.map((change) => [change.id, change] as const),
    ...versions.map((row) => [row.id, presentVersionChange(row, loaded.get(row.source) ?? [])] as const),
  ])
  return toPage(
    ids.flatMap((id) => changes.get(id) ?? []),
    count,
    query,
  )
}

async function presentImportChange(db: Context['db'], row: FileImportRow): Promise<DataChange> {
  const presented = await rollImports.present(row, db)
  const { id, name, createdAt, uploadedBy } = presented
  return { id, name, trigger: getImportTrigger(row), by: uploadedBy, createdAt, import: presented, version: null }
}

function presentVersionChange(row: ListedVersion, loaded: readonly VersionRow[]): DataChange {
  const version = presentVersion(row, loaded)
  const { id, trigger, startedBy: by, createdAt } = version
  return { id, name: row.name, trigger, by, createdAt, import: null, version }
}
