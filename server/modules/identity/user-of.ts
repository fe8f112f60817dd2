import type { User } from '@dooryard/contract/users'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { presentUser } from './present-user.ts'
import { findUser } from './users.queries.ts'

/** A user as administrators see them, with a closed account too; NOT_FOUND for nobody. */
export async function userOf(db: Db, userId: string): Promise<User> {
  const row = await findUser(db, userId)
  if (!row) throw notFound('This user')
  return presentUser(row)
}
