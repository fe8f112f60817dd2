import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { SuppressionList, SuppressionListChange } from '@dooryard/contract/data/suppression-lists'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { uncountSearchesExcluding } from '../../../saved-searches/index.ts'
import {
  countLists,
  deleteList,
  findListByName,
  isListInOrder,
  lockList,
  lockUserLists,
  selectListPage,
  updateName,
} from '../suppression.queries.ts'
import { presentList, presentListPage } from './present-list.ts'

export async function listLists(ctx: Context, query: PageQuery): Promise<PageResult<SuppressionList>> {
  const { db, actor } = ctx
  const [rows, total] = await Promise.all([
    selectListPage(db, actor.userId, toSlice(query)),
    countLists(db, actor.userId),
  ])
  return toPage(await presentListPage(ctx, rows), total, query)
}

/** NOT_FOUND for a list of another user, CONFLICT for a name in use. */
export async function renameList(ctx: Context, id: string, { name }: SuppressionListChange): Promise<SuppressionList> {
  const renamed = await inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    await lockUserLists(db, actor.userId)
    const before = await lockList(db, { userId: actor.userId, id })
    if (!before) throw listNotFound()
    await requireFreeName(db, { userId: actor.userId, id }, name)
    const list = await updateName(db, id, name)
    await audit(tx, {
      action: 'suppression_list.renamed',
      object: { type: 'suppression_list', id },
      before: { name: before.name },
      after: { name },
    })
    return list
  })
  return presentList(ctx, renamed)
}

/**
 * NOT_FOUND for a list of another user, CONFLICT while an order in progress excludes it. Saved searches that exclude it
 * are no longer counted.
 */
export const removeList = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    // Placing an order locks the account too, so none with the list can appear meanwhile.
    await lockActiveAccount(tx)
    const list = await lockList(db, { userId: actor.userId, id })
    if (!list) throw listNotFound()
    if (await isListInOrder(db, { userId: actor.userId, id }))
      throw appError(
        'CONFLICT',
        `An order in progress excludes “${list.name}”. You can delete the list once the order has finished.`,
      )
    await deleteList(db, id)
    await uncountSearchesExcluding(db, actor.userId, { key: 'suppressionListIds', id })
    const { name, entries } = list
    const object = { type: 'suppression_list', id }
    await audit(tx, { action: 'suppression_list.deleted', object, before: { name, entries } })
    return undefined
  })

export const listNotFound = () => notFound('This suppression list')

/** CONFLICT if another list of the user has the name, in any letter case. */
export async function requireFreeName(db: Db, { userId, id }: { userId: string; id?: string }, name: string) {
  const other = await findListByName(db, userId, name)
  if (!other || other.id === id) return
  const message = `You already have a suppression list named “${name}”.`
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}
