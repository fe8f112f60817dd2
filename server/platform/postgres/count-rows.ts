import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'

/** The query need not select anything. */
export async function countRows(db: Db, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${query} counted`.execute(db)
  return rows[0]?.count ?? 0
}
