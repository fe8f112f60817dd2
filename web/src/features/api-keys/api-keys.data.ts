import { type AdminApiKey, adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { type ApiKey, apiKeys } from '@dooryard/contract/api-keys'
import type { Scope } from '../../entities/scope.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'

/** A key as either list has it. */
export type ListedKey = ApiKey | AdminApiKey

/** What the address asks for; all but the page is for administrators. */
export type KeysState = {
  page: number
  limit: number
  search?: string | undefined
  userId?: string[] | undefined
  state?: AdminApiKey['state'] | undefined
}

const calls = { own: apiKeys, admin: adminApiKeys }

const pollMs = 15_000

export const keyPage = (scope: Scope, query: KeysState) => ({
  ...liveQueryOf(calls[scope].list, { query }),
  refetchInterval: pollMs,
})

export const keyDetails = (scope: Scope, id: string) => ({
  ...queryOf(calls[scope].get, { params: { id } }),
  ...(scope === 'own' && { refetchInterval: pollMs }),
})

// Nobody waits for these: without a connection that takes long, and a new key is shown at once.
const refreshes = [apiKeys.list, apiKeys.get]

export const useChangeKey = () => useCall(apiKeys.change, { refreshes, quiet: true })

export const useRevokeKey = () => useCall(apiKeys.revoke, { refreshes, quiet: true })

export const useAdminRevokeKey = () =>
  useCall(adminApiKeys.revoke, { refreshes: 'all', awaitsRefresh: true, quiet: true })
