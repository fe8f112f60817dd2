import type { Insertable } from 'kysely'
import type { DB, Db } from '../../../platform/postgres/database.ts'

export const insertRequest = (db: Db, request: Insertable<DB['oidcRequests']>) =>
  db.insertInto('oidcRequests').values(request).execute()

type RequestKey = { stateHash: Buffer; browserHash: Buffer; provider: string; userId: string | null; now: Date }

/** Deletes a request and returns it: of two answers, the second finds none. Another browser leaves it as it is. */
export const takeRequest = (db: Db, { stateHash, browserHash, provider, userId, now }: RequestKey) =>
  db
    .deleteFrom('oidcRequests')
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('provider', '=', provider)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', now)
    .returning('encrypted')
    .executeTakeFirst()

export const deleteExpiredRequests = (db: Db, now: Date) =>
  db.deleteFrom('oidcRequests').where('expiresAt', '<', now).execute()

const identityColumns = ['id', 'provider', 'email', 'createdAt', 'lastUsedAt'] as const

export type IdentityRow = Awaited<ReturnType<typeof selectIdentities>>[number]

export const selectIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('externalIdentities')
    .select(identityColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Records the use of an identity and returns its user. */
export const recordIdentityUse = (db: Db, { issuer, subject }: { issuer: string; subject: string }, now: Date) =>
  db
    .updateTable('externalIdentities')
    .set({ lastUsedAt: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('userId')
    .executeTakeFirst()

/** Undefined if an account, this or another, is connected with the identity. */
export const insertIdentity = (db: Db, identity: Insertable<DB['externalIdentities']>) =>
  db
    .insertInto('externalIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning(identityColumns)
    .executeTakeFirst()

export const deleteIdentity = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('externalIdentities')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['provider', 'email'])
    .executeTakeFirst()

/** All of a user, which are returned. */
export const deleteIdentities = (db: Db, userId: string) =>
  db.deleteFrom('externalIdentities').where('userId', '=', userId).returning(['provider', 'email']).execute()
