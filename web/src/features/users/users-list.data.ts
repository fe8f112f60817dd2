import { adminUsers, type userSorts } from '@dooryard/contract/admin-users'
import type { Role } from '@dooryard/contract/roles'
import { liveQueryOf } from '../../lib/query.ts'

/** What the address of the screen says. The call says `role` where the address says `roles`. */
export type UsersState = {
  page: number
  limit: number
  sort: (typeof userSorts)[number]
  order: 'asc' | 'desc'
  search?: string | undefined
  roles?: Role[] | undefined
}

export const userPage = ({ roles, ...query }: UsersState) =>
  liveQueryOf(adminUsers.list, { query: { ...query, role: roles } })
