import { connectedAccounts, type UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { api } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { showErrorToast, showSuccessToast } from '../../../ui/toasts/toasts.ts'

/** Connects a person with the account that has just signed in, which proves that it is theirs. */
export async function connectPerson({ provider, connectToken }: UnconnectedPerson): Promise<void> {
  try {
    await api.call(connectedAccounts.connect, { body: { connectToken } })
    showSuccessToast(`${provider.name} is connected: it signs you in from now on`)
  } catch (error) {
    showErrorToast(getErrorMessage(error))
  }
}
