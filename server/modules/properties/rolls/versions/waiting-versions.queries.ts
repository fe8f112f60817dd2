import type { Db } from '../../../../platform/postgres/database.ts'
import { findVersion, selectVersions, toVersionRow, type VersionRow } from './versions.queries.ts'

export async function listWaitingVersions(db: Db, sources: readonly string[]): Promise<Map<string, VersionRow>> {
  if (sources.length === 0) return new Map()
  const rows = await selectVersions(db)
    .where('versions.source', 'in', sources)
    .where('versions.status', '=', 'WAITING')
    .execute()
  return new Map(rows.map(toVersionRow).map((row) => [row.source, row]))
}

/** A version that was accepted and could not be loaded waits for a new decision, as long as its files are there. */
export const returnAccepted = (db: Db, id: string, message: string) =>
  db
    .updateTable('datasetVersions')
    .set(({ case: choose }) => ({
      status: choose().when('hasFiles', '=', true).then('WAITING').else('FAILED').end(),
      decidedBy: null,
      message,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['LOADING', 'WAITING'])
    .execute()

/**
 * Marks the version that waits as one of which administrators are told, and returns it; undefined where none waits, or
 * they were told. In the transaction that tells them.
 */
export async function claimNotice(db: Db, source: string, at: Date): Promise<VersionRow | undefined> {
  const claimed = await db
    .updateTable('datasetVersions')
    .set({ notifiedAt: at })
    .where('source', '=', source)
    .where('status', '=', 'WAITING')
    .where('notifiedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return claimed && findVersion(db, claimed.id)
}

/** Loaded sources of which a version waits that administrators were not told of. */
export async function listUnnotified(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('datasetVersions as versions')
    .innerJoin('rolls', 'rolls.source', 'versions.source')
    .select('versions.source')
    .where('versions.status', '=', 'WAITING')
    .where('versions.notifiedAt', 'is', null)
    .orderBy('versions.source')
    .execute()
  return rows.map(({ source }) => source)
}

/** A version with these files that was stopped before and still waits, is accepted or was rejected. */
export async function findStoppedVersion(
  db: Db,
  source: string,
  { hashes, sourceVersion }: { hashes: Readonly<Record<string, string>>; sourceVersion: number },
): Promise<VersionRow | undefined> {
  const rows = await selectVersions(db)
    .where('versions.source', '=', source)
    .where((eb) =>
      eb.or([
        eb('versions.status', 'in', ['WAITING', 'REJECTED']),
        eb.and([eb('versions.status', '=', 'LOADING'), eb('versions.decidedBy', 'is not', null)]),
      ]),
    )
    .where('versions.sourceVersion', 'is not distinct from', sourceVersion)
    .orderBy('versions.createdAt', 'desc')
    .limit(20)
    .execute()
  return rows.map(toVersionRow).find((row) => isReadFrom(row, hashes))
}

/** Whether a version was read from the files with these hashes. */
export const isReadFrom = ({ files, isReadable }: VersionRow, hashes: Readonly<Record<string, string>>): boolean =>
  isReadable && files.every(({ id, sha256 }) => hashes[id] === sha256)

/**
 * Other data take the place of those that waited or were accepted, and of those whose import was killed. Called under
 * the import lock of the source.
 */
export const supersedeWaiting = (db: Db, source: string, exceptId: string) =>
  db
    .updateTable('datasetVersions')
    .set(({ case: choose, and, eb }) => ({
      status: choose()
        .when(and([eb('status', '=', 'LOADING'), eb('decidedBy', 'is', null)]))
        .then('INTERRUPTED')
        .else('SUPERSEDED')
        .end(),
    }))
    .where('source', '=', source)
    .where('status', 'in', ['WAITING', 'LOADING'])
    .where('id', '!=', exceptId)
    .execute()
