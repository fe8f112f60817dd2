import type { PropertyList } from '@dooryard/contract/data/property-lists'
import type { Context } from '../../../platform/context.ts'
import { countFound, readDataVersion } from '../../properties/index.ts'
import { type ListRow, listEntryIds, storeFound } from './property-lists.queries.ts'

const toFoundVersion = ({ revision }: ListRow, dataVersion: string) => `${revision} ${dataVersion}`

/**
 * Lists with how many of their properties the county datasets no longer have, where that is known. After a change or an
 * import it is null, and counted one list after the other once the lists are shown.
 */
export async function presentLists(ctx: Context, lists: readonly ListRow[]): Promise<PropertyList[]> {
  const { version } = await readDataVersion(ctx.db)
  const isKnown = (list: ListRow) => list.properties === 0 || list.foundVersion === toFoundVersion(list, version)
  void countLater(
    ctx,
    lists.filter((list) => !isKnown(list)),
    version,
  )
  return lists.map((list) => toPropertyList(list, isKnown(list) ? list.properties - (list.found ?? 0) : null))
}

/** One list, counted at once if it can be. */
export async function presentList(ctx: Context, list: ListRow): Promise<PropertyList> {
  const { version } = await readDataVersion(ctx.db)
  if (list.foundVersion === toFoundVersion(list, version))
    return toPropertyList(list, list.properties - (list.found ?? 0))
  try {
    return toPropertyList(list, list.properties - (await countAndStore(ctx, list, version)))
  } catch (error) {
    ctx.signal.throwIfAborted()
    ctx.log.warn({ err: error, listId: list.id }, 'a list is shown without its missing properties')
    return toPropertyList(list, null)
  }
}

const toPropertyList = (
  { id, name, properties, createdAt, updatedAt }: ListRow,
  missing: number | null,
): PropertyList => ({
  ...{ id, name, properties, missing },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

async function countAndStore({ db, clickhouse }: Context, list: ListRow, version: string): Promise<number> {
  const found = await countFound(clickhouse, await listEntryIds(db, list.id))
  await storeFound(db, list, found, toFoundVersion(list, version))
  return found
}

/** Lists that are counted now: a page that is asked for meanwhile waits for the next one. */
const inProgress = new Set<string>()

/** Never rejects. */
async function countLater(ctx: Context, lists: readonly ListRow[], version: string): Promise<void> {
  for (const list of lists) {
    if (inProgress.has(list.id)) continue
    inProgress.add(list.id)
    try {
      await countAndStore(ctx, list, version)
    } catch (error) {
      ctx.log.warn({ err: error, listId: list.id }, 'the missing properties of a list could not be counted')
      return
    } finally {
      inProgress.delete(list.id)
    }
  }
}
