import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'

type StoredDocument = { document: unknown; version: number }

// Written only by `insertSourceVersion`, which is given a document.
const toDocument = ({ document, version }: StoredDocument) => ({ document: document as SourceDocument, version })

const selectCurrent = (db: Db) =>
  db
    .selectFrom('sources')
    .innerJoin('sourceVersions', (join) =>
      join.onRef('sourceVersions.source', '=', 'sources.slug').onRef('sourceVersions.version', '=', 'sources.version'),
    )
    .select(['sourceVersions.document', 'sources.version', 'sources.changedAt'])

/** The current version of a stored source. */
export async function findStoredSource(db: Db, source: string) {
  const row = await selectCurrent(db).where('sources.slug', '=', source).executeTakeFirst()
  return row && { ...toDocument(row), changedAt: row.changedAt }
}

/** The current version of every stored source, by name. */
export async function listStoredSources(db: Db) {
  const rows = await selectCurrent(db).orderBy('sources.name').orderBy('sources.slug').execute()
  return rows.map((row) => ({ ...toDocument(row), changedAt: row.changedAt }))
}

/** The ids of the files that stored sources read, the main file first. Documents may have megabytes and stay unread. */
export const listStoredFileIds = (db: Db, sources: readonly string[]) =>
  db
    .selectFrom('sources')
    .innerJoin('sourceVersions', (join) =>
      join.onRef('sourceVersions.source', '=', 'sources.slug').onRef('sourceVersions.version', '=', 'sources.version'),
    )
    .select([
      'sources.slug',
      'sources.version',
      sql<string[]>`array(select file ->> 'id' from json_array_elements(document -> 'files') with ordinality
        as listed (file, place) order by place)`.as('files'),
    ])
    .where('sources.slug', 'in', sources)
    .execute()

const selectVersions = (db: Db, source: string) =>
  db.selectFrom('sourceVersions').select(['version', 'authorId', 'createdAt']).where('source', '=', source)

export const listSourceVersions = (db: Db, source: string, limit: number) =>
  selectVersions(db, source).orderBy('version', 'desc').limit(limit).execute()

export async function findSourceVersion(db: Db, source: string, version: number) {
  const row = await selectVersions(db, source).select('document').where('version', '=', version).executeTakeFirst()
  return row && { ...row, ...toDocument(row) }
}

/**
 * The current version under a lock, so that two changes are saved one after the other; undefined when none is stored.
 */
export const lockSource = (db: Db, source: string) =>
  db.selectFrom('sources').select('version').where('slug', '=', source).forUpdate().executeTakeFirst()

type NewVersion = { document: SourceDocument; version: number; authorId: string | null; createdAt: Date }

/** Adds a version and makes it the current one. Another change that added the same version first fails this one. */
export async function insertSourceVersion(db: Db, { document, version, authorId, createdAt }: NewVersion) {
  const { source, name } = document
  const current = { version, name, changedAt: createdAt }
  await db
    .insertInto('sources')
    .values({ slug: source, ...current })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(current))
    .execute()
  await db
    .insertInto('sourceVersions')
    .values({ source, version, document: JSON.stringify(document), authorId, createdAt })
    .execute()
}
