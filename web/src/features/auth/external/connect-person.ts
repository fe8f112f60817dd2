import { connectedAccounts, type UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { toQueryKey } from '../../../lib/api/query.ts'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'

/** Connects a person with the account that has just signed in, which proves that it is theirs. */
export async function connectPerson({ provider, connectToken }: UnconnectedPerson, cache: QueryClient): Promise<void> {
  try {
    await api.call(connectedAccounts.connect, { body: { connectToken } })
    void cache.invalidateQueries({ queryKey: toQueryKey(connectedAccounts.list) })
    showSuccessToast(`${provider.name} connected. You can now sign in with it.`)
  } catch (error) {
    showErrorToast(getErrorMessage(error))
  }
}
