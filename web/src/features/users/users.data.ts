import { adminUsers, type NewUser, type UserChange } from '@dooryard/contract/admin-users'
import { userStatistics } from '@dooryard/contract/user-statistics'
import type { User } from '@dooryard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { dayOf, startOfDay } from '../../lib/days.ts'
import { plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { queryOf } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'

export const userDetail = (id: string) => queryOf(adminUsers.get, { params: { id } })

/** The session that was seen last, and how many there are. */
export const lastSession = (id: string) =>
  queryOf(adminUsers.sessions, { params: { id }, query: { page: 1, limit: 1 } })

/** What an account has now: of today, since what is told of a longer period is of no use here. */
export const userHoldings = (id: string) =>
  queryOf(userStatistics.get, { params: { id }, query: { fromDate: startOfDay(dayOf(serverNow())) } })

/** Acts as a user from the moment the server allows it. */
export const useActAs = (id: string) =>
  useMutation({
    mutationFn: (reason: string) => api.call(adminUsers.impersonate, { params: { id }, body: { reason } }),
    onSuccess: session.startImpersonation,
  })

// All say that they are done by themselves: the dialog that asked for it may be gone by then.

export function useCreateUser() {
  const onSettled = useRefreshed()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (body: NewUser) => once((idempotencyKey) => api.call(adminUsers.create, { body }, { idempotencyKey })),
    onSuccess: (user, { sendInvite }) =>
      toastDone(sendInvite ? `Invited ${user.email}` : `${nameOf(user)} has an account`),
    onSettled,
  })
}

/** Changes a user; `done` says what then stands on the screen. */
export function useChangeUser({ id }: User, done: (user: User) => string) {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (body: UserChange) => api.call(adminUsers.change, { params: { id }, body }),
    onSuccess: (user) => toastDone(done(user)),
    onSettled,
  })
}

export function useSignOut(user: User) {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (reason: string) => api.call(adminUsers.signOut, { params: { id: user.id }, body: { reason } }),
    onSuccess: ({ ended }) =>
      toastDone(`${nameOf(user)} is signed out: ${plural(ended, 'session')} ${ended === 1 ? 'has' : 'have'} ended`),
    onSettled,
  })
}

export function useInvite({ id, email }: User) {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: () => api.call(adminUsers.invite, { params: { id } }),
    onSuccess: () => toastDone(`Invited ${email}`),
    onSettled,
  })
}
