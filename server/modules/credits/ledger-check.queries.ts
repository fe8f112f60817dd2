import type { Db } from '../../platform/postgres/database.ts'
import type { LedgerCheck } from './ledger-check.ts'

const columns = ['day', 'begunAt', 'isIntact', 'accounts', 'entries', 'digest', 'checkedAt', 'lateAt', 'seal'] as const

/** Makes sure that there is a row for a day's check. */
export const insertCheck = (db: Db, day: string) =>
  db
    .insertInto('ledgerChecks')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What is noted of a day's check, locked. */
export const lockCheck = (db: Db, day: string) =>
  db.selectFrom('ledgerChecks').select(columns).where('day', '=', day).forUpdate().executeTakeFirst()

type Noted = LedgerCheck & { seal: Buffer }

export const updateCheck = (db: Db, day: string, noted: Noted) =>
  db.updateTable('ledgerChecks').set(noted).where('day', '=', day).execute()
