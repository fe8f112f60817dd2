import { account, type ClosingAccount, type Me, type PasswordChange } from '@dooryard/contract/account'
import type { ProfileChange, User } from '@dooryard/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { sendFormFile } from '../../lib/form-file.ts'
import { me } from '../../lib/me.ts'
import { keyOf, liveQueryOf } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'

/** One page of the devices on which the user is signed in. */
export const sessionPage = (query: { page: number; limit: number }) => liveQueryOf(account.sessions, { query })

/** Lets everything that shows the user show them as they are now. */
function useShowUser() {
  const cache = useQueryClient()
  return (change: Partial<User>) => {
    const { user } = session.get()
    if (user) session.update({ user: { ...user, ...change } })
    cache.setQueryData<Me>(me().queryKey, (known) => known && { ...known, user: { ...known.user, ...change } })
  }
}

export function useChangeProfile() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileChange) => api.call(account.change, { body }),
    onSuccess: (user) => {
      session.update({ user })
      cache.setQueryData<Me>(me().queryKey, (known) => known && { ...known, user })
    },
  })
}

export function useUpdatePicture() {
  const show = useShowUser()
  return useMutation({
    mutationFn: async (picture: () => Promise<Blob>) => sendFormFile(account.updatePicture, await picture()),
    onSuccess: ({ profilePictureUrl }) => show({ profilePictureUrl }),
  })
}

export function useRemovePicture() {
  const show = useShowUser()
  return useMutation({
    mutationFn: () => api.call(account.removePicture, {}),
    onSuccess: () => show({ profilePictureUrl: undefined }),
  })
}

function useRefreshSessions() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: keyOf(account.sessions) })
}

export function useUpdatePassword() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (body: PasswordChange) => api.call(account.updatePassword, { body }),
    onSuccess: () => void refresh(),
  })
}

export function useEndSession() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (sessionId: string) => api.call(account.endSession, { params: { sessionId } }),
    onSettled: () => refresh(),
  })
}

export function useEndOtherSessions() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: () => api.call(account.logoutAll, { query: { keepCurrent: 'true' } }),
    onSettled: () => refresh(),
  })
}

/** Signs out on every device, and so on this one. */
export const useEndEverySession = () =>
  useMutation({
    mutationFn: () => api.call(account.logoutAll, {}),
    onSuccess: () => session.end('asked'),
  })

export const useCloseAccount = () =>
  useMutation({
    mutationFn: (body: ClosingAccount) => api.call(account.close, { body }),
    onSuccess: () => {
      session.end('asked')
      // Said here, for the screen that asked is gone.
      toastDone('Your account is closed')
    },
  })
