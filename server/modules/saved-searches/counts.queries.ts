import { mostHistory } from '@dooryard/contract/saved-searches'
import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What a count was: the first of its criteria, one that found a change, or one that found none. */
export type CountType = 'saved_search.saved' | 'saved_search.changed' | 'saved_search.counted'

type NewCount = {
  savedSearchId: string
  type: CountType
  at: Date
  count: number
  entered: number | null
  departed: number | null
}

export const insertCount = (db: Db, count: NewCount) =>
  db
    .insertInto('savedSearchCounts')
    .values({ ...count, id: newId() })
    .execute()

export type PastCount = { savedSearchId: string; at: Date; count: number }

/** The last counts of searches since their criteria were given, the newest last. */
export async function pastCounts(db: Db, ids: readonly string[]): Promise<PastCount[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PastCount>`
    select saved_search_id, at, count from (
      select saved_search_id, at, count, id,
        row_number() over (partition by saved_search_id order by at desc, id desc) as place,
        count(*) filter (where type = 'saved_search.saved') over (
          partition by saved_search_id order by at desc, id desc rows between unbounded preceding and 1 preceding
        ) as later_starts
      from saved_search_counts where saved_search_id in (${sql.join([...ids])})
    ) counts
    where later_starts = 0 and place <= ${mostHistory}
    order by at, id`.execute(db)
  return rows
}

export const deleteCountsBefore = (db: Db, at: Date) =>
  db.deleteFrom('savedSearchCounts').where('at', '<', at).execute()
