import type { Db } from '../../platform/postgres/database.ts'

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
        .doUpdateSet({ openedAt: now, closedAt: null })
        .where('demoAccounts.closedAt', 'is not', null),
    )
    .execute()

/** The accounts of a demo that is on. Of two who ask at once the second waits, and finds what the first has left. */
export const lockOpenDemoAccounts = (db: Db) =>
  db
    .selectFrom('demoAccounts')
    .select(['userId', 'openedAt'])
    .where('closedAt', 'is', null)
    .orderBy('userId') // one order for all, so that two never wait for each other
    .forUpdate()
    .execute()

export const closeDemoAccounts = (db: Db, now: Date) =>
  db.updateTable('demoAccounts').set({ closedAt: now }).where('closedAt', 'is', null).execute()

/** Every account that a demo has made, now or before. */
export async function selectDemoIds(db: Db): Promise<ReadonlySet<string>> {
  const accounts = await db.selectFrom('demoAccounts').select('userId').execute()
  return new Set(accounts.map(({ userId }) => userId))
}
