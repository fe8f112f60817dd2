import { sql } from 'kysely'
import type { Db } from '../../postgres/database.ts'
import type { ImportScope } from './file-import-kinds.ts'

/** The statuses of the imports of a list that were requested with these among their parameters. */
export const listStatusesByParams = async (db: Db, { kind, ownerId }: ImportScope, params: object) => {
  const rows = await db
    .selectFrom('fileImports')
    .select('status')
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .where(sql<boolean>`params @> ${JSON.stringify(params)}::jsonb`)
    .execute()
  return rows.map(({ status }) => status)
}
