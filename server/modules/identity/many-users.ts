import type { AdminUser } from '@dooryard/contract/admin-users'
import type { Context } from '../../platform/context.ts'
import { presentAdminUser } from './present-user.ts'
import { findUsers } from './users.queries.ts'

/** Users by their ids, each once and in that order, with closed accounts too; those that are not there are left out. */
export async function manyUsers({ db }: Context, ids: string[]): Promise<{ items: AdminUser[] }> {
  const asked = [...new Set(ids)]
  const rows = asked.length > 0 ? await findUsers(db, asked) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    items: asked.flatMap((id) => {
      const row = byId.get(id)
      return row ? [presentAdminUser(row)] : []
    }),
  }
}
