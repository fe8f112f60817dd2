import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** How many keys of a user open something at an instant. */
export async function countOpenKeys(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('apiKeys.userId', '=', userId)
    .where('apiKeys.revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('apiKeys.expiresAt', 'is', null), eb('apiKeys.expiresAt', '>', now)]))
    .where('users.isActive', '=', true)
    .where('users.closedAt', 'is', null)
    .where('users.role', '=', 'ENTERPRISE_USER')
    .executeTakeFirstOrThrow()
  return count
}

/** The calls with all keys of a user, those revoked since among them, from a UTC day on, and how many were refused. */
export const countKeyCalls = (db: Db, userId: string, from: string) =>
  db
    .selectFrom('apiKeyDays')
    .innerJoin('apiKeys', 'apiKeys.id', 'apiKeyDays.keyId')
    .select(sql<number>`coalesce(sum(calls), 0)::bigint`.as('calls'))
    .select(sql<number>`coalesce(sum(refused), 0)::bigint`.as('refused'))
    .where('apiKeys.userId', '=', userId)
    .where('apiKeyDays.day', '>=', from)
    .executeTakeFirstOrThrow()
