import type { UserQuery } from '@dooryard/contract/admin-users'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { User } from '@dooryard/contract/users'
import type { Context } from '../../platform/context.ts'
import { presentUser } from './present-user.ts'
import { countUsers, selectUsers } from './users.queries.ts'

/** A page of the users; `search` finds any part of a full name, an email address or a company. */
export async function listUsers({ db }: Context, query: UserQuery): Promise<PageOf<User>> {
  const { search, role: roles, sort, order } = query
  const filter = { search, roles }
  const count = await countUsers(db, filter)
  const rows = await selectUsers(db, filter, { sort, order, ...sliceOf(query) }, count)
  return toPage(rows.map(presentUser), count, query)
}
