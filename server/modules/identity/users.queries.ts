import type { SortOrder } from '@dooryard/contract/paging'
import type { Role } from '@dooryard/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'

const userColumns = [
  'id',
  'email',
  'phone',
  'firstName',
  'lastName',
  'companyName',
  'role',
  'addressCountry',
  'addressState',
  'addressCity',
  'addressStreet',
  'addressAptSuite',
  'addressZip',
  'pictureKey',
  'emailVerifiedAt',
  'createdAt',
  'isActive',
  'closedAt',
  'madeByAdministrator',
] as const

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const findUser = (db: Db, userId: string) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()

/** Those of these users that there are, closed accounts too, in no order. */
export const findUsers = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('users').select(userColumns).where('id', 'in', userIds).execute()

export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return user?.passwordHash
}

/** An open account with its password, which nobody else changes until the transaction ends; undefined when closed. */
export const lockUser = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where('id', '=', userId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Whether an account is open, which it then stays until the transaction ends. */
export async function holdOpen(db: Db, userId: string): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('closedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where(({ fn, ref }) => fn('lower', [ref('email')]), '=', email.toLowerCase())
    .executeTakeFirst()

export type NewUserRow = {
  id: string
  email: string
  passwordHash: string
  role: string
  phone: string
  firstName: string
  lastName: string
  companyName: string | null
  /** Not verified unless said. */
  emailVerifiedAt?: Date
  madeByAdministrator?: boolean
}

/** False when somebody has that email already. */
export async function insertUser(db: Db, user: NewUserRow): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export type UserFacts = {
  phone?: string
  firstName?: string
  lastName?: string
  companyName?: string | null
  addressCountry?: string | null
  addressState?: string | null
  addressCity?: string | null
  addressStreet?: string | null
  addressAptSuite?: string | null
  addressZip?: string | null
}

type UserUpdate = UserFacts & {
  passwordHash?: string
  pictureKey?: string | null
  role?: string
  isActive?: boolean
  madeByAdministrator?: boolean
  updatedAt: Date
}

export const updateUser = (db: Db, userId: string, change: UserUpdate) =>
  db.updateTable('users').set(change).where('id', '=', userId).execute()

/** Closes an account for good. What it says of the person is erased, and its email address is free again. */
export const eraseUser = (db: Db, userId: string, { passwordHash, now }: { passwordHash: string; now: Date }) =>
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

/** The active administrators, none of whom stops being one until the transaction ends. */
export const lockAdministrators = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'SUPER_ADMIN' satisfies Role)
    .where('isActive', '=', true)
    .orderBy('id') // one order for all, so that two never wait for each other
    .forUpdate()
    .execute()

/** How many there are who could sign in as an administrator. */
export async function countAdministrators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'SUPER_ADMIN' satisfies Role)
    .where('isActive', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether somebody has this picture now. */
export async function isPictureUsed(db: Db, pictureKey: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('pictureKey', '=', pictureKey).executeTakeFirst()
  return user !== undefined
}

/** Opens or closes accounts by email. The sessions of a closed one open nothing from then on. */
export const setActive = (db: Db, emails: readonly string[], isActive: boolean) =>
  db.updateTable('users').set({ isActive }).where('email', 'in', emails).where('isActive', '!=', isActive).execute()

export type UserFilter = { search?: string | undefined; roles?: readonly Role[] | undefined }
type UserPage = { sort: 'name' | 'createdAt'; order: SortOrder; limit: number; offset: number }

const matching = (db: Db, { search, roles }: UserFilter) =>
  db
    .selectFrom('users')
    .where('closedAt', 'is', null)
    // Lower case on both sides by the database: languages differ in what they take for it.
    .$if(Boolean(search), (query) =>
      query.where('searchText', 'like', sql<string>`lower(${containsText(search ?? '')})`),
    )
    .$if(Boolean(roles?.length), (query) => query.where('role', 'in', [...(roles ?? [])]))

/**
 * A page of the `count` users that match, reached from the nearer end of the list: what lies before it is walked over
 * for nothing.
 */
export async function selectUsers(
  db: Db,
  filter: UserFilter,
  { sort, order, limit, offset }: UserPage,
  count: number,
): Promise<UserRow[]> {
  const onPage = Math.max(0, Math.min(limit, count - offset))
  if (onPage === 0) return []
  const after = count - offset - onPage
  const isNear = offset <= after
  const way = isNear ? order : order === 'asc' ? 'desc' : 'asc'
  const place = matching(db, filter)
    .select('id')
    .orderBy(sort === 'name' ? 'fullName' : 'createdAt', way)
    .orderBy('id', way) // id breaks ties, so pages never overlap
    .limit(onPage)
    .offset(isNear ? offset : after)
  const ids = (await place.execute()).map(({ id }) => id)
  const rows = new Map((await findUsers(db, ids)).map((row) => [row.id, row]))
  return (isNear ? ids : ids.toReversed()).flatMap((id) => rows.get(id) ?? [])
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
