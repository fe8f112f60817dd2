import type { AdminUser } from '@dooryard/contract/admin-users'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { presentAdminUser } from './present-user.ts'
import { findUser } from './users.queries.ts'

/** A user as administrators see them, with a closed account too; NOT_FOUND for nobody. */
export async function userOf(db: Db, userId: string): Promise<AdminUser> {
  const row = await findUser(db, userId)
  if (!row) throw notFound('This user')
  return presentAdminUser(row)
}
