import type { Db } from '../../../platform/postgres/database.ts'

type ChallengeRow = { ticketHash: Buffer; userId: string; createdAt: Date; expiresAt: Date }

export const insertChallenge = (db: Db, challenge: ChallengeRow) =>
  db.insertInto('signInChallenges').values(challenge).execute()

/**
 * Counts an attempt before it is compared, so that of any number of concurrent ones at most `allowed` are. Undefined
 * for a challenge that is unknown, has expired or is used up.
 */
export const countChallengeAttempt = (db: Db, ticketHash: Buffer, { allowed, now }: { allowed: number; now: Date }) =>
  db
    .updateTable('signInChallenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('ticketHash', '=', ticketHash)
    .where('attempts', '<', allowed)
    .where('expiresAt', '>', now)
    .returning(['userId', 'attempts'])
    .executeTakeFirst()

/** Undefined for a challenge that is unknown, has expired or is used up. */
export const findChallenge = (db: Db, ticketHash: Buffer, { allowed, now }: { allowed: number; now: Date }) =>
  db
    .selectFrom('signInChallenges')
    .select('userId')
    .where('ticketHash', '=', ticketHash)
    .where('attempts', '<', allowed)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** False if it was completed concurrently. */
export async function deleteChallenge(db: Db, ticketHash: Buffer): Promise<boolean> {
  const result = await db.deleteFrom('signInChallenges').where('ticketHash', '=', ticketHash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const deleteChallenges = (db: Db, userId: string) =>
  db.deleteFrom('signInChallenges').where('userId', '=', userId).execute()

export const deleteOldestChallenges = (db: Db, userId: string, keep: number) =>
  db
    .deleteFrom('signInChallenges')
    .where('ticketHash', 'in', (eb) =>
      eb
        .selectFrom('signInChallenges')
        .select('ticketHash')
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('ticketHash')
        .offset(keep),
    )
    .execute()

export const deleteExpiredChallenges = (db: Db, now: Date) =>
  db.deleteFrom('signInChallenges').where('expiresAt', '<', now).execute()
