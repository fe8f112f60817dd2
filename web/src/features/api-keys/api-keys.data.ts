import { type AdminApiKey, adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { type ApiKey, apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scope } from '../../entities/scope.ts'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'

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

/** A call that answers with a key, which is handed on: what a mutation answers is kept, and the next screen could read it. */
function useIssue<Given>(issue: (given: Given) => Promise<IssuedApiKey>, onIssued: (key: IssuedApiKey) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (given: Given) => onIssued(await issue(given)),
    onSettled: () => {
      for (const call of refreshes) void cache.invalidateQueries({ queryKey: keyOf(call) })
    },
    meta: { quiet: true },
  })
}

export const useCreateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssue((body: NewApiKey) => api.call(apiKeys.create, { body }), onIssued)

export const useRegenerateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssue((id: string) => api.call(apiKeys.regenerate, { params: { id } }), onIssued)

export function useAdminRevokeKey(id: string) {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (reason: string) => api.call(adminApiKeys.revoke, { params: { id }, body: { reason } }),
    meta: { quiet: true },
    onSettled,
  })
}
