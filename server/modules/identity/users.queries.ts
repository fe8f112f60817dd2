import type { Db } from '../../platform/postgres/database.ts'

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
  'emailVerifiedAt',
  'createdAt',
  'isActive',
] as const

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const findUser = (db: Db, userId: string) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst()

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where(({ fn, ref }) => fn('lower', [ref('email')]), '=', email.toLowerCase())
    .executeTakeFirst()

type NewUserRow = {
  id: string
  email: string
  passwordHash: string
  role: string
  phone: string
  firstName: string
  lastName: string
  companyName: string | null
  emailVerifiedAt: Date
}

/** False when somebody has that e-mail already. */
export async function insertUser(db: Db, user: NewUserRow): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Opens or closes accounts by e-mail. The sessions of a closed one open nothing from then on. */
export const setActive = (db: Db, emails: readonly string[], isActive: boolean) =>
  db.updateTable('users').set({ isActive }).where('email', 'in', emails).where('isActive', '!=', isActive).execute()
