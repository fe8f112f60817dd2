import type { Db } from '../../platform/postgres/database.ts'
import type { Demo } from './grants-rules.ts'

/** Notes that the accounts with these emails are those of a demo, and that it is on. */
export const openDemoAccounts = (db: Db, emails: readonly string[], now: Date) =>
  db
    .insertInto('demoAccounts')
    .columns(['userId', 'openedAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select(['id', val(now).as('openedAt')])
        .where('email', 'in', emails),
    )
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ openedAt: now, closedAt: null, settledAt: null })
        .where('demoAccounts.closedAt', 'is not', null),
    )
    .execute()

/**
 * The accounts of a demo whose grants stand: it is on, or was closed and nothing has been decided. Of two who ask at
 * once the second waits, and finds what the first has left.
 */
export const lockUnsettledAccounts = (db: Db) =>
  db
    .selectFrom('demoAccounts')
    .select(['userId', 'openedAt', 'closedAt'])
    .where('settledAt', 'is', null)
    .orderBy('userId') // one order for all, so that two never wait for each other
    .forUpdate()
    .execute()

/** Notes that the demo is over, and that what its accounts granted was taken back, or stays with `keepsGrants`. */
export const settleDemoAccounts = (db: Db, now: Date, { keepsGrants }: { keepsGrants: boolean }) =>
  db
    .updateTable('demoAccounts')
    .set(({ fn, val }) => ({ settledAt: now, closedAt: fn.coalesce('closedAt', val(now)) }))
    .$if(keepsGrants, (query) => query.set({ keptUntil: now }))
    .where('settledAt', 'is', null)
    .execute()

/** The accounts that a demo has made, now or before, and until when what they granted was left to whoever has it. */
export async function selectDemo(db: Db): Promise<Demo> {
  const accounts = await db.selectFrom('demoAccounts').select(['userId', 'keptUntil']).execute()
  return {
    ids: new Set(accounts.map(({ userId }) => userId)),
    keptUntil: Math.max(0, ...accounts.map(({ keptUntil }) => keptUntil?.getTime() ?? 0)),
  }
}
