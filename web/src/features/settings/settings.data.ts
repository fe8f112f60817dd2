import { account, type Me } from '@dooryard/contract/account'
import type { User } from '@dooryard/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { sendFormFile } from '../../lib/form-file.ts'
import { me } from '../../lib/me.ts'
import { session } from '../../lib/session.ts'

/** Lets everything that shows the user show them as they are now. */
function useShowUser() {
  const cache = useQueryClient()
  return (change: Partial<User>) => {
    const { user } = session.get()
    if (user) session.update({ user: { ...user, ...change } })
    cache.setQueryData<Me>(me().queryKey, (known) => known && { ...known, user: { ...known.user, ...change } })
  }
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
