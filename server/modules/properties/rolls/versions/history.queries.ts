import type { Slice } from '@dooryard/contract/api/paging'
import { ImportTrigger } from '@dooryard/contract/data/datasets/versions'
import { selectImportTimes } from '../../../../platform/files/imports/file-imports.ts'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'

/**
 * The imports of files and, as these are versions too once they are loaded, the versions that came about in another
 * way.
 */
const selectHistory = (db: Db) =>
  selectImportTimes(db, { kind: 'ROLL', ownerId: null }).unionAll(
    db.selectFrom('datasetVersions').select(['id', 'createdAt']).where('trigger', 'not in', ImportTrigger.options),
  )

export const listHistory = (db: Db, { limit, offset }: Slice) =>
  db
    .selectFrom(selectHistory(db).as('history'))
    .select(['id'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countHistory = (db: Db): Promise<number> => countRows(db, db.selectFrom(selectHistory(db).as('history')))
