import { setTimeout as sleep } from 'node:timers/promises'
import { type DncList, dncLists } from '@dooryard/contract/vocabularies'
import { type Kysely, sql } from 'kysely'
import { appError } from '../../platform/errors.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'

/** One list of an owner; null for the platform's. */
export type ListOf = { ownerId: string | null; list: DncList }

/** The copies of an owner's list. */
export const copiesOf = (db: Db, { ownerId, list }: ListOf) =>
  db
    .selectFrom('dncCopies')
    .select(['scope', 'loadId', 'numbers', 'san', 'accessedOn', 'sha256', 'uploadedAt'])
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .orderBy('scope')
    .execute()

export type Copy = Awaited<ReturnType<typeof copiesOf>>[number]

/** The platform's copies and, where a user is given, the user's own. */
export const copiesSeenBy = (db: Db, userId: string | null) =>
  db
    .selectFrom('dncCopies')
    .select(['ownerId', 'list', 'scope', 'numbers', 'san', 'accessedOn', 'importedAt'])
    .where((eb) => eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', userId)]))
    .orderBy('list')
    .orderBy('scope')
    .orderBy('id')
    .execute()

/** Enters a load whose numbers are about to come; until a copy is of it nobody uses it. */
export async function insertLoad(db: Db, { ownerId, list }: ListOf, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('dncLoads')
    .values({ ownerId, list, numbers: 0, createdAt: at, unusedSince: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewCopy = {
  scope: string
  numbers: number
  san: string | null
  accessedOn: string
  sha256: readonly string[]
  uploadedAt: Date | null
}

/**
 * Lets copies of an owner's list be of a load, which has so many rows; loads that no copy is of any more are unused.
 */
export async function pointCopies(
  db: Db,
  { ownerId, list }: ListOf,
  { load, rows, copies, at }: { load: number; rows: number; copies: readonly NewCopy[]; at: Date },
): Promise<void> {
  await db.updateTable('dncLoads').set({ numbers: rows, unusedSince: null }).where('id', '=', load).execute()
  await db
    .insertInto('dncCopies')
    .values(copies.map((copy) => ({ ...copy, sha256: [...copy.sha256], ownerId, list, loadId: load, importedAt: at })))
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'list', 'scope']).doUpdateSet((eb) => ({
        loadId: eb.ref('excluded.loadId'),
        numbers: eb.ref('excluded.numbers'),
        san: eb.ref('excluded.san'),
        accessedOn: eb.ref('excluded.accessedOn'),
        sha256: eb.ref('excluded.sha256'),
        uploadedAt: eb.ref('excluded.uploadedAt'),
        importedAt: eb.ref('excluded.importedAt'),
      })),
    )
    .execute()
  await noteUnused(db, { ownerId, list }, at)
}

/** Removes a copy; says whether there was one. */
export async function deleteCopy(db: Db, { ownerId, list }: ListOf, scope: string, at: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('dncCopies')
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .where('scope', '=', scope)
    .executeTakeFirst()
  await noteUnused(db, { ownerId, list }, at)
  return deleted.numDeletedRows > 0n
}

/** Removes the copies of accounts that are closed; the loads behind them are of no copy from then on. */
export async function deleteCopiesOfClosed(db: Db, at: Date): Promise<void> {
  const deleted = await db
    .deleteFrom('dncCopies')
    .using('users')
    .whereRef('users.id', '=', 'dncCopies.ownerId')
    .where('users.closedAt', 'is not', null)
    .returning(['dncCopies.ownerId', 'dncCopies.list'])
    .execute()
  // A list has a copy for each area.
  const lists = new Map(deleted.map(({ ownerId, list }) => [`${ownerId} ${list}`, { ownerId, list }]))
  for (const { ownerId, list } of lists.values())
    await noteUnused(db, { ownerId, list: dncLists.schema.parse(list) }, at)
}

const noteUnused = (db: Db, { ownerId, list }: ListOf, at: Date) =>
  db
    .updateTable('dncLoads')
    .set({ unusedSince: at })
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .where('unusedSince', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('dncCopies').select('id').whereRef('dncCopies.loadId', '=', 'dncLoads.id'))),
    )
    .execute()

/** Loads that have been of no copy since before `at`. */
export const unusedLoads = (db: Db, at: Date) =>
  db.selectFrom('dncLoads').select(['id', 'ownerId', 'list']).where('unusedSince', '<', at).orderBy('id').execute()

/** Whether a load is there that has been of no copy since before `at`. */
export const isUnused = async (db: Db, id: number, at: Date): Promise<boolean> =>
  (await db.selectFrom('dncLoads').select('id').where('id', '=', id).where('unusedSince', '<', at).execute()).length > 0

export const deleteLoad = (db: Db, id: number) =>
  db.deleteFrom('dncLoads').where('id', '=', id).where('unusedSince', 'is not', null).execute()

/** The ids of every load that there is, used or not. */
export const allLoads = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('dncLoads').select('id').execute()).map(({ id }) => id)

/** The connection that holds the right to change a list. */
export type Holding = Kysely<DB>

const keyOf = ({ ownerId, list }: ListOf) => sql`hashtextextended(${`dnc:${ownerId ?? 'platform'}:${list}`}, 0)`

/**
 * Runs the work while nobody else changes the same list of the same owner, in whatever process; waits for its turn. The
 * lock ends with the connection, so a killed import leaves none behind; what the work commits on it commits only while
 * the lock is held. All that the work asks of the database goes over it: whoever holds a lock and waits for another
 * connection may wait for those who wait for the lock.
 */
export const whileChanging = <T>(db: Db, of: ListOf, work: (holding: Holding) => Promise<T>): Promise<T> =>
  db.connection().execute(async (holding) => {
    await sql`select pg_advisory_lock(${keyOf(of)})`.execute(holding)
    return unlockedAfter(holding, of, work)
  })

/**
 * As `whileChanging`, for whoever waits with many others: holds no connection while it waits, and no longer than
 * `patienceMs`: CONFLICT.
 */
export async function whileChangingSoon<T>(
  db: Db,
  of: ListOf,
  work: (holding: Holding) => Promise<T>,
  patienceMs: number,
): Promise<T> {
  const givesUpAt = performance.now() + patienceMs
  for (;;) {
    const done = await unlessChanging(db, of, async (holding) => ({ result: await work(holding) }))
    if (done) return done.result
    if (performance.now() > givesUpAt) throw busy()
    await sleep(askAgainMs)
  }
}

const askAgainMs = 50
const busy = () =>
  appError('CONFLICT', 'This list is being imported at the moment. Please try again when it is loaded.')

/** Runs the work unless somebody changes the list at the moment: undefined then. */
export const unlessChanging = <T>(db: Db, of: ListOf, work: (holding: Holding) => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (holding) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${keyOf(of)}) as locked`.execute(
      holding,
    )
    return rows[0]?.locked ? unlockedAfter(holding, of, work) : undefined
  })

async function unlockedAfter<T>(holding: Holding, of: ListOf, work: (holding: Holding) => Promise<T>): Promise<T> {
  try {
    return await work(holding)
  } finally {
    await sql`select pg_advisory_unlock(${keyOf(of)})`.execute(holding)
  }
}
