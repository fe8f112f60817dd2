import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { ListedIds } from '../../properties/index.ts'
import { countListsAmong, readLists } from './property-lists.queries.ts'

const listMissing = () => appError('UNPROCESSABLE', 'A list in the filters does not exist: remove it from the filters.')

type ListsQuery = { userId: string; listIds: readonly string[]; withDeleted?: boolean }

/** The properties of each list as they are now. UNPROCESSABLE if one of the lists is not the user's. */
export async function getListedProperties(
  db: Db,
  { userId, listIds, withDeleted = false }: ListsQuery,
): Promise<ReadonlyMap<string, ListedIds>> {
  const ids = [...new Set(listIds)]
  if (ids.length === 0) return new Map()
  const lists = await readLists(db, { userId, listIds: ids, withDeleted })
  if (lists.length < ids.length) throw listMissing()
  return new Map(lists.map(({ id, revision, propertyIds }) => [id, { version: String(revision), ids: propertyIds }]))
}

/** UNPROCESSABLE if one of the lists is not the user's. */
export async function requirePropertyLists(db: Db, query: Omit<ListsQuery, 'withDeleted'>): Promise<void> {
  const listIds = [...new Set(query.listIds)]
  if (listIds.length > 0 && (await countListsAmong(db, { ...query, listIds })) < listIds.length) throw listMissing()
}
