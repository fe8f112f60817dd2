import type { Db } from '../../platform/postgres/database.ts'

/**
 * How often a user signed in within a span, and when they last did, whenever that was. An administrator who began to act as
 * them did not sign in.
 */
export async function signInsOf(db: Db, userId: string, { from, until }: { from: Date; until: Date }) {
  const { count, last } = await db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().filterWhere('at', '>=', from).filterWhere('at', '<', until).as('count'))
    .select(({ fn }) => fn.max<Date | null>('at').as('last'))
    .where('actorId', '=', userId)
    .where('action', '=', 'session.started')
    .executeTakeFirstOrThrow()
  return { count, last }
}
