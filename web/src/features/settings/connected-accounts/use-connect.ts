import { connectedAccounts, type SignInProvider } from '@dooryard/contract/identity/external-sign-in'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { openProvider } from '../../../lib/external-sign-in/provider-request.ts'
import { usePageRestored } from '../../../ui/hooks/use-page-restored.ts'

/** Leaves for the page of a provider, to connect an account there. */
export function useConnect({ id: provider }: SignInProvider) {
  const connect = useMutation({
    mutationFn: async (body: { password?: string }) =>
      openProvider(await api.call(connectedAccounts.start, { params: { provider }, body }), {
        provider,
        purpose: 'connect',
      }),
  })
  usePageRestored(connect.reset)
  return connect
}
