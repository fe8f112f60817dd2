import { account, type Me } from '@dooryard/contract/identity/account'
import type { User } from '@dooryard/contract/identity/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { sendFormFile } from '../../lib/api/form-file.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { session } from '../../lib/session/session.ts'

/** Updates the cached user everywhere. */
export function useUpdateCachedUser() {
  const cache = useQueryClient()
  return (change: Partial<User>) => {
    const { user } = session.get()
    if (user) session.update({ user: { ...user, ...change } })
    cache.setQueryData<Me>(
      currentUserQuery().queryKey,
      (known) => known && { ...known, user: { ...known.user, ...change } },
    )
  }
}

export function useUpdatePicture() {
  const updateCachedUser = useUpdateCachedUser()
  return useMutation({
    mutationFn: async (picture: () => Promise<Blob>) => sendFormFile(account.updatePicture, await picture()),
    onSuccess: ({ profilePictureUrl }) => updateCachedUser({ profilePictureUrl }),
  })
}

export function useRemovePicture() {
  const updateCachedUser = useUpdateCachedUser()
  return useMutation({
    mutationFn: () => api.call(account.removePicture, {}),
    onSuccess: () => updateCachedUser({ profilePictureUrl: undefined }),
  })
}
