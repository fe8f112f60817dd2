import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import {
  maxPropertyLists,
  type NewPropertyList,
  type PropertyList,
  propertyListRestorableDays,
} from '@dooryard/contract/data/property-lists'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { deleteOldestDeleted, findDeleted, purgeDeletedBefore, softDelete } from '../deleted-records.queries.ts'
import { uncountSearchesUsing } from '../saved-searches.queries.ts'
import { presentList, presentLists } from './present-lists.ts'
import {
  countLists,
  findList,
  findListByName,
  insertList,
  type ListFilter,
  type ListRef,
  type ListRow,
  lockUserLists,
  restoreDeletedList,
  selectListPage,
  updateListName,
} from './property-lists.queries.ts'

export const listNotFound = () => notFound('This list')

const toRef = ({ actor }: Pick<Context, 'actor'>, id: string): ListRef => ({ userId: actor.userId, id })

/** NOT_FOUND for a list of another user. */
export async function requireOwnedList(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<ListRow> {
  const list = await findList(ctx.db, toRef(ctx, id))
  if (!list) throw listNotFound()
  return list
}

export const getPropertyList = async (ctx: Context, id: string): Promise<PropertyList> =>
  presentList(ctx, await requireOwnedList(ctx, id))

export async function listPropertyLists(
  ctx: Context,
  query: PageQuery & ListFilter,
): Promise<PageResult<PropertyList>> {
  const { db, actor } = ctx
  const [rows, total] = await Promise.all([
    selectListPage(db, actor.userId, query, toSlice(query)),
    countLists(db, actor.userId, query),
  ])
  return toPage(await presentLists(ctx, rows), total, query)
}

/** CONFLICT for a name in use, UNPROCESSABLE at the limit. */
export const createPropertyList = (ctx: Context, { name }: NewPropertyList): Promise<PropertyList> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockUserLists(db, actor.userId)
    await lockActiveAccount(tx)
    await requireFreeName(db, { userId: actor.userId }, name)
    await requireRoom(db, actor.userId)
    const at = clock.now()
    const id = newId(at.getTime())
    await insertList(db, { ...toRef(tx, id), name, createdAt: at, updatedAt: at })
    return { ...{ id, name, properties: 0, missing: 0 }, createdAt: at.toISOString(), updatedAt: at.toISOString() }
  })

/** NOT_FOUND for a list of another user, CONFLICT for a name in use. */
export async function renamePropertyList(ctx: Context, id: string, { name }: NewPropertyList): Promise<PropertyList> {
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockUserLists(db, actor.userId)
    await requireOwnedList(tx, id)
    await requireFreeName(db, toRef(tx, id), name)
    await updateListName(db, id, name, clock.now())
  })
  return getPropertyList(ctx, id)
}

/**
 * Deletes a list, which can be restored for a while. Saved searches that use it are no longer counted; orders that were
 * placed with it are still delivered.
 */
export const removePropertyList = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (tx): Promise<undefined> => {
    const { db, actor, clock } = tx
    if (!(await softDelete(db, 'propertyLists', { ...toRef(tx, id), at: clock.now() }))) throw listNotFound()
    await deleteOldestDeleted(db, 'propertyLists', { userId: actor.userId, kept: maxPropertyLists })
    await uncountSearchesUsing(db, actor.userId, id)
  })

const getRestorableCutoff = (now: Date) => new Date(now.getTime() - propertyListRestorableDays * dayMs)

/** Restores a deleted list; an existing one is left as it is. CONFLICT if its name is taken by now. */
export async function restorePropertyList(ctx: Context, id: string): Promise<PropertyList> {
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockUserLists(db, actor.userId)
    if (await findList(db, toRef(tx, id))) return
    const deleted = await findDeleted(db, 'propertyLists', {
      ...toRef(tx, id),
      since: getRestorableCutoff(clock.now()),
    })
    if (!deleted) throw listNotFound()
    await requireFreeName(db, toRef(tx, id), deleted.name)
    await requireRoom(db, actor.userId)
    await restoreDeletedList(db, id)
    await uncountSearchesUsing(db, actor.userId, id)
  })
  return getPropertyList(ctx, id)
}

export const purgeDeletedLists = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  purgeDeletedBefore(db, 'propertyLists', getRestorableCutoff(clock.now()))

async function requireRoom(db: Db, userId: string): Promise<void> {
  if ((await countLists(db, userId)) >= maxPropertyLists)
    throw appError('UNPROCESSABLE', `You have ${maxPropertyLists} lists, the maximum. Delete one first.`)
}

/** CONFLICT if another list of the user has the name, in any letter case. */
async function requireFreeName(db: Db, { userId, id }: Partial<ListRef> & { userId: string }, name: string) {
  const other = await findListByName(db, userId, name)
  if (!other || other.id === id) return
  const message = `You already have a list named “${name}”.`
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}
