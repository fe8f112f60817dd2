import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Demo } from './grants-rules.ts'

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

/** Of two who ask at once the second waits, and finds what the first has left. */
export const lockUnsettledAccounts = (db: Db) =>
  db
    .selectFrom('demoAccounts')
    .select(['userId', 'openedAt', 'closedAt'])
    .where('settledAt', 'is', null)
    .orderBy('userId') // one order for all, so that two never wait for each other
    .forUpdate()
    .execute()

export const settleDemoAccounts = (db: Db, now: Date, { keepsGrants }: { keepsGrants: boolean }) =>
  db
    .updateTable('demoAccounts')
    .set(({ fn, val }) => ({ settledAt: now, closedAt: fn.coalesce('closedAt', val(now)) }))
    .$if(keepsGrants, (query) => query.set({ keptUntil: now }))
    .where('settledAt', 'is', null)
    .execute()

export async function selectDemo(db: Db): Promise<Demo> {
  const accounts = await db.selectFrom('demoAccounts').select(['userId', 'keptUntil']).execute()
  return {
    ids: new Set(accounts.map(({ userId }) => userId)),
    keptUntil: Math.max(0, ...accounts.map(({ keptUntil }) => keptUntil?.getTime() ?? 0)),
  }
}
