import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import type { Context } from '../../../../platform/context.ts'
import { countMatches, findKnownCounts } from '../match-lists.ts'
import type { ListRow } from '../suppression.queries.ts'

type Rejected = SuppressionList['rejected']

/** The matches are null while the property data cannot be read: the list is shown without them. */
export const presentList = async (ctx: Context, list: ListRow): Promise<SuppressionList> =>
  toSuppressionList(list, await countMatchesIfPossible(ctx, list))

/**
 * Lists with the matches that are known. After an import the others are null, and are counted one after the other once
 * the lists are shown: each may take as long as the largest search.
 */
export async function presentListPage(ctx: Context, lists: readonly ListRow[]): Promise<SuppressionList[]> {
  const counts = await findKnownCounts(ctx.db, lists)
  void countLater(
    ctx,
    lists.filter(({ id }) => !counts.has(id)),
  )
  return lists.map((list) => toSuppressionList(list, counts.get(list.id) ?? null))
}

function toSuppressionList(list: ListRow, matches: number | null): SuppressionList {
  const { revision: _, rejected, createdAt, updatedAt, ...facts } = list
  return {
    ...facts,
    // Written only from the rejected rows of a file.
    rejected: rejected as Rejected,
    matches,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

async function countMatchesIfPossible(ctx: Context, list: ListRow): Promise<number | null> {
  try {
    return await countMatches(ctx, list)
  } catch (error) {
    ctx.signal.throwIfAborted()
    ctx.log.warn({ err: error, listId: list.id }, 'a suppression list is shown without its matches')
    return null
  }
}

/** Never rejects. A page that is asked for meanwhile shares the look-ups. */
async function countLater(ctx: Context, lists: readonly ListRow[]): Promise<void> {
  try {
    for (const list of lists) await countMatches(ctx, list)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the matches of suppression lists could not be counted')
  }
}
