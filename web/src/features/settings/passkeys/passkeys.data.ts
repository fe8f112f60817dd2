import { account } from '@dooryard/contract/identity/account'
import { type AddedPasskey, passkeys } from '@dooryard/contract/identity/passkeys'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { BrowserError } from '../../../lib/api/errors.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { suggestPasskeyName } from '../../../lib/passkeys/passkey-name.ts'

/** Creates a passkey in the browser and adds it. */
export function useAddPasskey(onSuccess: (added: AddedPasskey) => void) {
  const refresh = useInvalidate([passkeys.list, secondFactor.state, account.sessions])
  return useMutation({
    mutationFn: async (body: { password?: string }) => {
      const [{ createPasskey }, options] = await Promise.all([
        import('../../../lib/passkeys/ceremonies.ts'),
        api.call(passkeys.creationOptions, { body }),
      ])
      const created = await createPasskey(options)
      if (!created) throw new BrowserError('No passkey was created. Try again.')
      const name = suggestPasskeyName(created.aaguid, navigator.userAgent)
      return api.call(passkeys.add, { body: { name, credential: created.credential } })
    },
    // The answer may have recovery codes.
    gcTime: 0,
    onSuccess: (added) => {
      onSuccess(added)
      void refresh()
    },
  })
}

export const useRenamePasskey = () =>
  useEndpointMutation(passkeys.rename, { refreshes: [passkeys.list], awaitsRefresh: true })

export const useRemovePasskey = (onSuccess: () => void) =>
  // All, because the user may have to set up a second factor again.
  useEndpointMutation(passkeys.remove, { refreshes: 'all', awaitsRefresh: true, onSuccess })
