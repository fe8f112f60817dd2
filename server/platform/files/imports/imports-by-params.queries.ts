import { sql } from 'kysely'
import type { Db } from '../../postgres/database.ts'
import type { ImportScope } from './file-import-kinds.ts'

/** The imports of a list that were requested with these among their parameters. */
export const listImportsByParams = (db: Db, { kind, ownerId }: ImportScope, params: object) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'status', 'createdAt'])
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .where(sql<boolean>`params @> ${JSON.stringify(params)}::jsonb`)
    .execute()
