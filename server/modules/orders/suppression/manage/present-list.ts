import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import type { Context } from '../../../../platform/context.ts'
import { countMatches } from '../match-lists.ts'
import type { ListRow } from '../suppression.queries.ts'

type Rejected = SuppressionList['rejected']

/** The matches are null while the property data cannot be read: the list is shown without them. */
export async function presentList(ctx: Context, list: ListRow): Promise<SuppressionList> {
  const { revision: _, rejected, createdAt, updatedAt, ...facts } = list
  return {
    ...facts,
    // Written only from the rejected rows of a file.
    rejected: rejected as Rejected,
    matches: await countMatchesIfPossible(ctx, list),
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
