import type { Db } from '../../platform/postgres/database.ts'

export type StoredSource = {
  source: string
  name: string
  owners: number
  phones: number
  emails: number
  asOf: string
  sha256: string
  isGenerated: boolean
  ingestedAt: Date
}

const columns = ['source', 'name', 'owners', 'phones', 'emails', 'asOf', 'sha256', 'isGenerated', 'ingestedAt'] as const

export const listSources = (db: Db): Promise<StoredSource[]> =>
  db.selectFrom('contactSources').select(columns).orderBy('ingestedAt', 'desc').orderBy('source').execute()

export const findSource = (db: Db, source: string): Promise<StoredSource | undefined> =>
  db.selectFrom('contactSources').select(columns).where('source', '=', source).executeTakeFirst()

export async function sourceNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('contactSources').select(['source', 'name']).execute()
  return new Map(rows.map(({ source, name }) => [source, name]))
}

export const enterSource = (db: Db, { source, ...facts }: StoredSource) =>
  db
    .insertInto('contactSources')
    .values({ source, ...facts })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(facts))
    .execute()

export const deleteSource = (db: Db, source: string) =>
  db.deleteFrom('contactSources').where('source', '=', source).execute()

export const sourceLock = (source: string) => `contacts:${source}`
