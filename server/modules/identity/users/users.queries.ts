import type { Slice, SortOrder } from '@dooryard/contract/api/paging'
import type { Role } from '@dooryard/contract/api/roles'
import type { UserState } from '@dooryard/contract/identity/admin/admin-users'
import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { sortByIds } from '../../../platform/lists/paged-lists.queries.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'
import { containsText } from '../../../platform/postgres/text.ts'

const userColumns = [
  'id',
  'email',
  'phone',
  'firstName',
  'lastName',
  'companyName',
  'role',
  'pictureKey',
  'createdAt',
  'addressCountry',
  'addressState',
  'addressCity',
  'addressStreet',
  'addressAptSuite',
  'addressZip',
  'emailVerifiedAt',
  'isActive',
  'closedAt',
  'madeByAdministrator',
] as const

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const findUser = (db: Db, userId: string) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()

export const findUsers = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('users').select(userColumns).where('id', 'in', userIds).execute()

/** Whether orders placed with an API key notify the user when they are ready or fail; undefined for unknown users. */
export async function findApiOrderNotices(db: Db, userId: string): Promise<boolean | undefined> {
  const user = await db.selectFrom('users').select('hasApiOrderNotices').where('id', '=', userId).executeTakeFirst()
  return user?.hasApiOrderNotices
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return user?.passwordHash
}

/** Returns an open account, locked. */
export const lockUser = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where('id', '=', userId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Locks the account until the transaction ends; false if it is not open. */
export async function lockIfOpen(db: Db, userId: string): Promise<boolean> {
  const locked = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('closedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return locked !== undefined
}

/** Keeps an account that is not closed, active or not, from being closed until the transaction ends. */
export async function lockIfNotClosed(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', userId).where('closedAt', 'is', null)
  return (await query.forShare().executeTakeFirst()) !== undefined
}

/** Keeps the row of an account, open or closed, until the transaction ends. */
export const lockUserForReference = (db: Db, userId: string) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where(({ fn, ref }) => fn('lower', [ref('email')]), '=', email.toLowerCase())
    .executeTakeFirst()

/** False if the email is taken. */
export async function insertUser(db: Db, user: Insertable<DB['users']>): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const updateUser = (db: Db, userId: string, change: Updateable<DB['users']> & { updatedAt: Date }) =>
  db.updateTable('users').set(change).where('id', '=', userId).execute()

export const anonymizeUser = (db: Db, userId: string, { passwordHash, now }: { passwordHash: string; now: Date }) =>
  db
    .updateTable('users')
    .set({
      email: `closed-${userId}@closed.invalid`,
      passwordHash,
      phone: '000000',
      firstName: 'Closed',
      lastName: 'Account',
      companyName: null,
      addressCountry: null,
      addressState: null,
      addressCity: null,
      addressStreet: null,
      addressAptSuite: null,
      addressZip: null,
      pictureKey: null,
      isActive: false,
      closedAt: now,
      updatedAt: now,
    })
    .where('id', '=', userId)
    .execute()

/** Locked until the transaction ends. */
export const lockAdministrators = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'SUPER_ADMIN' satisfies Role)
    .where('isActive', '=', true)
    .orderBy('id') // one order for all, so that two never wait for each other
    .forUpdate()
    .execute()

export const countAdministrators = (db: Db): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('users')
      .where('role', '=', 'SUPER_ADMIN' satisfies Role)
      .where('isActive', '=', true),
  )

export async function isPictureUsed(db: Db, pictureKey: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('pictureKey', '=', pictureKey).executeTakeFirst()
  return user !== undefined
}

export const setUsersActive = (db: Db, emails: readonly string[], isActive: boolean) =>
  db.updateTable('users').set({ isActive }).where('email', 'in', emails).where('isActive', '!=', isActive).execute()

/** When users were affiliates with an open account; `endedAt` is null while they are. Written by a trigger. */
export const selectAffiliatePeriods = (db: Db) =>
  db.selectFrom('affiliatePeriods').select(['userId', 'startedAt', 'endedAt'])

export type UserFilter = {
  search?: string | undefined
  roles?: readonly Role[] | undefined
  state?: UserState | undefined
}
type UserPage = Slice & { sort: 'name' | 'createdAt'; order: SortOrder }

/** When each user was last seen in a session of their own; users without a kept one are omitted. */
export const listLastSeen = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('sessions')
    .select('userId')
    .select(({ fn }) => fn.max('lastSeenAt').as('lastSeenAt'))
    .where('userId', 'in', [...userIds])
    .where('impersonatorId', 'is', null)
    .groupBy('userId')
    .execute()

const conditionsByState: Record<UserState, RawBuilder<SqlBool>> = {
  ACTIVE: sql`is_active and email_verified_at is not null`,
  UNVERIFIED: sql`is_active and email_verified_at is null and not made_by_administrator`,
  INVITED: sql`is_active and email_verified_at is null and made_by_administrator`,
  DEACTIVATED: sql`not is_active`,
}

const selectMatchingUsers = (db: Db, { search, roles, state }: UserFilter) =>
  db
    .selectFrom('users')
    .where('closedAt', 'is', null)
    // The database lowers the case on both sides, because languages differ in it.
    .$if(Boolean(search), (query) =>
      query.where('searchText', 'like', sql<string>`lower(${containsText(search ?? '')})`),
    )
    .$if(state !== undefined, (query) => query.where(conditionsByState[state ?? 'ACTIVE']))
    .$if(Boolean(roles?.length), (query) => query.where('role', 'in', [...(roles ?? [])]))

/** Reads the page from the nearer end of the list, since all rows before it are scanned. */
export async function selectUsers(
  db: Db,
  filter: UserFilter,
  { sort, order, limit, offset }: UserPage,
  count: number,
): Promise<UserRow[]> {
  const onPage = Math.max(0, Math.min(limit, count - offset))
  if (onPage === 0) return []
  const after = count - offset - onPage
  const isNearEnd = offset <= after
  const direction = isNearEnd ? order : order === 'asc' ? 'desc' : 'asc'
  const sortKey = selectMatchingUsers(db, filter)
    .select('id')
    .orderBy(sort === 'name' ? 'fullName' : 'createdAt', direction)
    .orderBy('id', direction) // id breaks ties, so pages never overlap
    .limit(onPage)
    .offset(isNearEnd ? offset : after)
  const ids = (await sortKey.execute()).map(({ id }) => id)
  return sortByIds(await findUsers(db, ids), isNearEnd ? ids : ids.toReversed())
}

export const countUsers = (db: Db, filter: UserFilter): Promise<number> =>
  countRows(db, selectMatchingUsers(db, filter))

/** Open accounts by the UTC day of their creation; days without any are omitted. */
export const countNewUsersByDay = (db: Db, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('users')
    .select(sql<string>`(created_at at time zone 'UTC')::date`.as('day'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closedAt', 'is', null)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', until)
    .groupBy('day')
    .execute()

export const countUsersByRole = (db: Db) =>
  db
    .selectFrom('users')
    .select('role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('closedAt', 'is', null)
    .groupBy('role')
    .execute()
