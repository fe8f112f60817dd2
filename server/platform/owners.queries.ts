import type { Owner } from '@dooryard/contract/owner'
import { Role } from '@dooryard/contract/roles'
import type { Db } from './postgres/database.ts'

/** Whose things are, as administrators see it, by user id. Ids of nobody are left out. */
export async function ownersOf(db: Db, userIds: readonly string[]): Promise<Map<string, Owner>> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'companyName', 'role', 'isActive', 'closedAt'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ companyName, role, closedAt, ...facts }) => [
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

/** Whom mails to a user go to: nobody, once the account is closed. Whether it is deactivated is the sender's to judge. */
export const findMailRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'firstName', 'emailVerifiedAt', 'isActive'])
    .where('id', '=', userId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()

export type MailRecipient = NonNullable<Awaited<ReturnType<typeof findMailRecipient>>>
