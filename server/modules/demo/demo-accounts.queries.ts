import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { DemoState } from './grants-rules.ts'

export const openDemoAccounts = (db: Db, emails: readonly string[], now: Date) =>
  db
    .insertInto('demoAccounts')
    .columns(['userId', 'openedAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom(selectAccounts(db).where('email', 'in', emails).as('users')).select(['id', val(now).as('openedAt')]),
    )
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ openedAt: now, closedAt: null, settledAt: null })
        .where('demoAccounts.closedAt', 'is not', null),
    )
    .execute()

/** Locks the rows: of two concurrent calls the second waits, then sees what the first left. */
export const lockUnresolvedDemoAccounts = (db: Db) =>
  db
    .selectFrom('demoAccounts')
    .select(['userId', 'openedAt', 'closedAt'])
    .where('settledAt', 'is', null)
    .orderBy('userId') // a fixed lock order prevents deadlocks
    .forUpdate()
    .execute()

export const resolveDemoAccounts = (db: Db, now: Date, { keepsGrants }: { keepsGrants: boolean }) =>
  db
    .updateTable('demoAccounts')
    .set(({ fn, val }) => ({ settledAt: now, closedAt: fn.coalesce('closedAt', val(now)) }))
    .$if(keepsGrants, (query) => query.set({ keptUntil: now }))
    .where('settledAt', 'is', null)
    .execute()

export async function getDemoState(db: Db): Promise<DemoState> {
  const accounts = await db.selectFrom('demoAccounts').select(['userId', 'keptUntil']).execute()
  return {
    ids: new Set(accounts.map(({ userId }) => userId)),
    keptUntil: Math.max(0, ...accounts.map(({ keptUntil }) => keptUntil?.getTime() ?? 0)),
  }
}
