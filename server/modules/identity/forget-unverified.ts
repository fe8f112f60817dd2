import type { Db } from '../../platform/postgres/database.ts'
import { deleteUnverified, selectUnverified } from './registration.queries.ts'

export const unverifiedKeptDays = 7

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const foreignKeyViolation = '23503'

/**
 * Removes the accounts whose email nobody has verified in the seven days since it was registered last. One that
 * an administrator has made stays, and so does one that something hangs on, as credits that they have granted.
 */
export async function forgetUnverified(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unverifiedKeptDays * 86_400_000)
  for (const { id } of await selectUnverified(db, before))
    await deleteUnverified(db, id, before).catch((error) => {
      if (error.code !== foreignKeyViolation) throw error
    })
}
