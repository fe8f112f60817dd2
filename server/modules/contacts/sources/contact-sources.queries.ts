import type { Db } from '../../../platform/postgres/database.ts'

export type ContactSourceRow = {
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

export const listSources = (db: Db): Promise<ContactSourceRow[]> =>
  db.selectFrom('contactSources').select(columns).orderBy('ingestedAt', 'desc').orderBy('source').execute()

export const findSource = (db: Db, source: string): Promise<ContactSourceRow | undefined> =>
  db.selectFrom('contactSources').select(columns).where('source', '=', source).executeTakeFirst()

export async function getSourceNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('contactSources').select(['source', 'name']).execute()
  return new Map(rows.map(({ source, name }) => [source, name]))
}

export const upsertSource = (db: Db, { source, ...facts }: ContactSourceRow) =>
  db
    .insertInto('contactSources')
    .values({ source, ...facts })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(facts))
    .execute()

export const deleteSource = (db: Db, source: string) =>
  db.deleteFrom('contactSources').where('source', '=', source).execute()

export const getSourceLockKey = (source: string) => `contacts:${source}`
