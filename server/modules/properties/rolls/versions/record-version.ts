import type { DatasetChanges, VersionStatus, VersionTrigger } from '@dooryard/contract/data/datasets/versions'
import type { Services } from '../../../../platform/context.ts'
import { type InputFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import { countRollRows } from '../ingest/ingest-tables.queries.ts'
import { clearMarkers, pausePlan } from '../refresh/refreshes.queries.ts'
import type { RollReport } from '../roll-report.ts'
import { findRoll } from '../rolls.queries.ts'
import { countChanges } from './changes.queries.ts'
import { type ComparedVersion, findReasons } from './compare-rules.ts'
import { findRenamedColumns } from './renamed-columns.ts'
import { storeVersionFiles, toVersionFiles } from './version-files.ts'
import { changeStatus, listLoadedVersions, upsertVersion, type VersionRow } from './versions.queries.ts'
import { supersedeWaiting } from './waiting-versions.queries.ts'

/** How an import came about; by shell unless it says so. */
export type VersionOrigin = {
  trigger: VersionTrigger
  startedBy?: string | undefined
  /** When its files were added or looked for, where that is before the import: later files are newer. */
  addedAt?: Date
  /** The waiting version that was accepted. */
  acceptedId?: string
  /** The id of the version that the import creates, where a repeated run has to find it. */
  createdId?: string
}

export type StagedVersion = {
  report: RollReport
  header: readonly string[]
  files: Readonly<Record<string, InputFile>>
  source: VersionedSource
  origin: VersionOrigin
  /** The tables that are about to be swapped in. */
  staged: { properties: string; transfers: string }
  /** Lets nothing through that looks worse than the loaded version: it then waits for a decision. */
  isGuarded: boolean
}

export type RecordedVersion = {
  changes: DatasetChanges
  /** Why it waits; empty when it may be loaded. */
  reasons: string[]
  /** In the transaction that completes the import. */
  complete: (db: Db) => Promise<void>
}

/**
 * Compares staged rows with the live ones and records them as a version, with its files: as one that is being loaded,
 * or that waits. Under the import lock of the source.
 */
export async function recordVersion(services: Services, version: StagedVersion): Promise<RecordedVersion> {
  const { db, clickhouse, clock } = services
  const { report, origin, header, isGuarded } = version
  const { source, recordedOn, rowsRead, rowsMapped, rowsRejected, columns } = report
  const { document, version: sourceVersion } = version.source
  const compared = { rowsMapped, columns, header, sourceVersion }
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const before = current ?? (await findReportedVersion(db, source))
  const interrupted = await findInterruptedChanges(db, report)
  const changes = interrupted ?? (await countChanges(clickhouse, source, version.staged))
  const live = await countRollRows(clickhouse, 'properties', source)
  // An import that was cut off in its switch had passed, and the live rows are no longer those it was compared with.
  const replaced = interrupted ? undefined : { ...changes, live }
  const renamed = isGuarded && current ? await findRenamedColumns(services, current, version) : new Map()
  const reasons = isGuarded && before ? findReasons(before, { ...compared, renamed }, replaced) : []
  const now = clock.now()
  const createdAt = origin.addedAt ?? now
  const id = origin.acceptedId ?? origin.createdId ?? newId(now.getTime())
  const status = reasons.length > 0 ? 'WAITING' : 'LOADING'
  if (origin.acceptedId && !(await changeStatus(db, id, acceptableStatuses, { status: 'LOADING' })))
    throw unprocessable(newerDataMessage)
  if (status === 'WAITING') await supersedeWaiting(db, source, id)
  await upsertVersion(db, {
    ...{ id, source, trigger: origin.trigger, startedBy: origin.startedBy ?? null, sourceVersion, createdAt },
    ...{ recordedOn, rowsRead, rowsMapped, rowsRejected, columns, changes, reasons },
    ...{ files: toVersionFiles(version.files), header: [...header], document, hasFiles: true },
    renamed: Object.fromEntries(renamed),
    // Recorded before its files are stored, so that those of an import that ends meanwhile are found and deleted.
    status: 'LOADING',
  })
  if (!origin.acceptedId) await storeVersionFiles(services, id, version.files)
  if (status === 'WAITING') await changeStatus(db, id, ['LOADING'], { status })
  return {
    changes,
    reasons,
    complete: async (tx) => {
      await changeStatus(tx, id, ['LOADING'], { status: 'LOADED', loadedAt: clock.now() })
      await supersedeWaiting(tx, source, id)
      if (origin.trigger === 'ROLLBACK') await pausePlan(tx, source)
      else if (!origin.acceptedId) await clearMarkers(tx, source)
    },
  }
}

export const newerDataMessage = 'This version was not loaded: newer data were loaded meanwhile.'

/** One that is being loaded was cut off, and no other import has ended since, which would have marked it. */
const acceptableStatuses: VersionStatus[] = ['WAITING', 'LOADING']

/** The rows of a version without its columns were never read, so nothing is known that could be loaded. */
export const isAcceptable = ({ status, changes }: Pick<VersionRow, 'status' | 'changes'>) =>
  acceptableStatuses.includes(status) && changes !== null

/** Datasets of earlier releases have no version, and only their report to compare with. */
async function findReportedVersion(db: Db, source: string): Promise<ComparedVersion | undefined> {
  const roll = await findRoll(db, source)
  if (!roll || roll.isGenerated) return undefined
  // Written only by this module.
  const { columns, rowsMapped } = roll.report as RollReport
  return { columns, rowsMapped, header: null, sourceVersion: roll.sourceVersion }
}

/**
 * The changes that an import of the same file counted before it was cut off: some of its rows may be live already, so
 * counting again would miss them.
 */
async function findInterruptedChanges(db: Db, { source, sha256 }: RollReport): Promise<DatasetChanges | undefined> {
  const roll = await findRoll(db, source)
  if (!roll || roll.isComplete || roll.sha256 !== sha256) return undefined
  return (roll.report as RollReport).changes
}
