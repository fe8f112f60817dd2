import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { criteriaOf } from '../properties/index.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { type Counted, countNow } from './count-now.ts'
import { laterCount, type Since, typeOfCount } from './count-rules.ts'
import { insertCount } from './counts.queries.ts'
import { useSet } from './match-sets.queries.ts'
import { differenceOf } from './matches.queries.ts'
import { lockSavedSearch, type SavedSearchRow, updateSavedSearch } from './saved-searches.queries.ts'

type Recount = { isVisit: boolean; data?: string; signal?: AbortSignal }

/**
 * Counts a search anew and notes what changed: for its owner's visit, or by itself. False where something else happened to
 * the search meanwhile, of which this count knows nothing.
 */
export async function recountSearch(services: Services, row: SavedSearchRow, how: Recount): Promise<boolean> {
  const counted = await countNow(services, {
    ...{ userId: row.userId, criteria: criteriaOf(row), lastSet: row.latestSet },
    ...{ isUnhurried: !how.isVisit, signal: how.signal },
  })
  const since = await changesSince(services, row, counted)
  return inTransaction(services, (inside) => noteCount(inside, row, { counted, since, how }))
}

async function changesSince({ clickhouse }: Services, row: SavedSearchRow, { set }: Counted): Promise<Since> {
  const from = async (older: number | null) =>
    older === null || set === null ? null : differenceOf(clickhouse, older, set)
  const count = await from(row.latestSet)
  const visit = row.seenSet === row.latestSet ? count : await from(row.seenSet)
  return { count, visit }
}

type Found = { counted: Counted; since: Since; how: Recount }

async function noteCount(inside: Services, row: SavedSearchRow, { counted, since, how }: Found): Promise<boolean> {
  const { db } = inside
  const { isVisit, data } = how
  const current = await lockSavedSearch(db, row.userId, row.id)
  if (current?.version !== row.version) return false
  const columns = laterCount(row, counted, since, isVisit)
  if (columns.latestSet !== null && columns.latestSet !== row.latestSet && !(await useSet(db, columns.latestSet)))
    throw new Error('the matches that were just counted are gone')
  await updateSavedSearch(db, row.id, { ...columns, queuedAt: null, ...(data !== undefined && { triedData: data }) })
  const type = typeOfCount(row, counted, since)
  const { entered = null, departed = null } = since.count ?? {}
  // Somebody may visit as often as they like; what is counted by itself is a point of the line each time.
  if (!isVisit || type !== 'saved_search.counted')
    await insertCount(db, { savedSearchId: row.id, type, at: counted.at, count: counted.count, entered, departed })
  if (type === 'saved_search.changed')
    await tellWebhooks(inside, row.userId, type, () => ({
      savedSearch: { id: row.id, name: current.name },
      count: counted.count,
      entered,
      left: departed,
      countedAt: counted.at.toISOString(),
    }))
  return true
}
