import type { Db } from '../../../platform/postgres/database.ts'

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'firstName', 'lastName', 'email']).where('id', '=', id).executeTakeFirst()
