import { Role } from '@dooryard/contract/api/roles'
import type { Owner } from '@dooryard/contract/identity/owner'
import { sql } from 'kysely'
import type { Db } from '../postgres/database.ts'
import { containsText } from '../postgres/text.ts'

/** Ids without a user are omitted. */
export async function getOwnersByIds(db: Db, userIds: readonly string[]): Promise<Map<string, Owner>> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const rows = await selectAccounts(db).where('id', 'in', ids).execute()
  return new Map(
    rows.map(({ companyName, role, closedAt, emailVerifiedAt, ...facts }) => [
      facts.id,
      {
        ...facts,
        role: Role.parse(role),
        ...(companyName !== null && { companyName }),
        ...(closedAt && { closedAt: closedAt.toISOString() }),
      },
    ]),
  )
}

export type WithOwner<Row> = Row & { owner: Owner }

export async function withOwners<Row extends { userId: string }>(
  db: Db,
  rows: readonly Row[],
): Promise<WithOwner<Row>[]> {
  const owners = await getOwnersByIds(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.flatMap((row) => {
    const owner = owners.get(row.userId)
    return owner ? [{ ...row, owner }] : []
  })
}

/** How other modules read `users`: `.innerJoin(selectAccounts(db).as('users'), 'users.id', 'orders.userId')`. */
export const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'companyName', 'role', 'isActive', 'closedAt', 'emailVerifiedAt'])

/** The accounts with a text in their name, email or company, found by an index. */
export const selectMatchingAccounts = (db: Db, search: string) =>
  selectAccounts(db).where('searchText', 'like', sql<string>`lower(${containsText(search)})`)

/** Undefined once the account is closed. The sender decides about deactivated accounts. */
export const findMailRecipient = (db: Db, userId: string) =>
  selectAccounts(db).where('id', '=', userId).where('closedAt', 'is', null).executeTakeFirst()

/** Locks the account, so that it stays open until the transaction ends. */
export async function lockOpenAccount(db: Db, userId: string): Promise<boolean> {
  const open = selectAccounts(db).where('id', '=', userId).where('closedAt', 'is', null)
  return (await open.forShare().executeTakeFirst()) !== undefined
}

export const listAdministrators = (db: Db) =>
  selectAccounts(db)
    .where('role', '=', 'SUPER_ADMIN' satisfies Role)
    .where('isActive', '=', true)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute()

export const listAdministratorEmails = async (db: Db): Promise<string[]> =>
  (await listAdministrators(db)).map(({ email }) => email)

export type MailRecipient = NonNullable<Awaited<ReturnType<typeof findMailRecipient>>>
