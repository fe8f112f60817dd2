import { type AdminApiKey, adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { type ApiKey, apiKeys } from '@dooryard/contract/integrations/api-keys'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import type { Scope } from '../../lib/session/scope.ts'

/** A key as listed for its owner or for administrators. */
export type ListedKey = ApiKey | AdminApiKey

/** The URL state of the list; all fields but the page are for administrators. */
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
  ...buildLiveQuery(calls[scope].list, { query }),
  refetchInterval: pollMs,
})

export const keyDetails = (scope: Scope, id: string) => ({
  ...buildQuery(calls[scope].get, { params: { id } }),
  ...(scope === 'own' && { refetchInterval: pollMs }),
})

// The mutations do not wait for these refreshes: they are slow without a connection, and a new key is shown
// immediately.
const refreshes = [apiKeys.list, apiKeys.get]

export const useChangeKey = () => useEndpointMutation(apiKeys.change, { refreshes })

export const useRevokeKey = () => useEndpointMutation(apiKeys.revoke, { refreshes })

export const useAdminRevokeKey = () =>
  useEndpointMutation(adminApiKeys.revoke, { refreshes: 'all', awaitsRefresh: true })
