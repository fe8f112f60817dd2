import { adminUsers, type ImpersonationStart, type userSorts } from '@dooryard/contract/admin-users'
import type { Role } from '@dooryard/contract/roles'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'

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

/** Acts as a user from the moment the server allows it. */
export const useActAs = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: ImpersonationStart }) =>
      api.call(adminUsers.impersonate, { params: { id }, body }),
    onSuccess: session.startImpersonation,
  })
