import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import {
  type FoundProperties,
  findListedProperties,
  type ListedIds,
  type PropertyStoreDeps,
  readDataVersion,
} from '../../properties/index.ts'
import {
  findLists,
  findMatchCount,
  findMatches,
  type ListRow,
  listMatchCounts,
  readEntries,
  storeMatches,
} from './suppression.queries.ts'

type Stores = Pick<PropertyStoreDeps, 'db' | 'clickhouse'>
type ListsQuery = { userId: string; listIds: readonly string[] }

const missingListError = () =>
  appError('UNPROCESSABLE', 'An excluded suppression list does not exist: remove it from the filters.')

/** UNPROCESSABLE if one of the lists is not the user's. */
export async function requireSuppressionLists(db: Db, { userId, listIds }: ListsQuery): Promise<ListRow[]> {
  const ids = [...new Set(listIds)]
  const lists = ids.length === 0 ? [] : await findLists(db, userId, ids)
  if (lists.length < ids.length) throw missingListError()
  return lists
}

/**
 * The properties that each list excludes now, by their own or their mailing address, or by their id. They are looked up
 * once per version of the list and of the property data. UNPROCESSABLE if one of the lists is not the user's.
 */
export async function getSuppressedProperties(
  stores: Stores,
  query: ListsQuery,
): Promise<ReadonlyMap<string, ListedIds>> {
  const lists = await requireSuppressionLists(stores.db, query)
  if (lists.length === 0) return new Map()
  const data = await readDataVersion(stores.db)
  return new Map(
    await Promise.all(
      lists.map(async (list) => {
        const { ids } = await getMatches(stores, list, data.version)
        return [list.id, { version: toMatchVersion(list, data.version), ids }] as const
      }),
    ),
  )
}

/** The sum of the properties that the lists exclude now, without reading which. UNPROCESSABLE as above. */
export async function countSuppressed(stores: Stores, query: ListsQuery): Promise<number> {
  const lists = await requireSuppressionLists(stores.db, query)
  const counts = await Promise.all(lists.map((list) => countMatches(stores, list)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** How many properties the list excludes now. */
export async function countMatches(stores: Stores, list: ListRow): Promise<number> {
  const { version } = await readDataVersion(stores.db)
  const known = await findMatchCount(stores.db, list.id, toMatchVersion(list, version))
  return known ?? (await getMatches(stores, list, version)).count
}

/** The counts that are known now, by list. */
export async function findKnownCounts(db: Db, lists: readonly ListRow[]): Promise<ReadonlyMap<string, number>> {
  if (lists.length === 0) return new Map()
  const { version } = await readDataVersion(db)
  const versionByList = new Map(lists.map((list) => [list.id, toMatchVersion(list, version)]))
  const counts = await listMatchCounts(db, [...versionByList.keys()])
  return new Map(
    counts.flatMap(({ listId, properties, ...found }) =>
      found.version === versionByList.get(listId) ? [[listId, properties] as const] : [],
    ),
  )
}

const toMatchVersion = ({ revision }: ListRow, dataVersion: string) => `${revision} ${dataVersion}`

async function getMatches(stores: Stores, list: ListRow, dataVersion: string): Promise<FoundProperties> {
  const version = toMatchVersion(list, dataVersion)
  return (await findMatches(stores.db, list.id, version)) ?? (await findAndStore(stores, list.id, version))
}

const inProgress = new Map<string, Promise<FoundProperties>>()

/** A lead finder asks for six answers at once, which share one look-up. */
function findAndStore({ db, clickhouse }: Stores, listId: string, version: string): Promise<FoundProperties> {
  const key = `${listId} ${version}`
  const running = inProgress.get(key)
  if (running) return running
  const finding = (async () => {
    const found = await findListedProperties(clickhouse, await readEntries(db, listId))
    await storeMatches(db, listId, version, found)
    return found
  })().finally(() => inProgress.delete(key))
  inProgress.set(key, finding)
  return finding
}
