import { apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'

/** How often a list that is looked at asks how its keys are used, in milliseconds. */
const everyMs = 15_000

export const apiKeyPage = (query: { page: number; limit: number }) => ({
  ...liveQueryOf(apiKeys.list, { query }),
  refetchInterval: everyMs,
})

export const apiKeyDetail = (id: string) => ({ ...queryOf(apiKeys.get, { params: { id } }), refetchInterval: everyMs })

function useKeyMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const cache = useQueryClient()
  /** Nobody waits for it: without a connection it takes long, and a new key is shown at once. */
  const refresh = () => {
    for (const call of [apiKeys.list, apiKeys.get]) void cache.invalidateQueries({ queryKey: keyOf(call) })
  }
  return useMutation({ mutationFn, onSettled: refresh, meta: { quiet: true } })
}

// The key itself is handed on and not answered with: what a mutation answers is kept, and the next screen could read it.

export const useCreateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useKeyMutation(async (body: NewApiKey) => onIssued(await api.call(apiKeys.create, { body })))

export const useRegenerateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useKeyMutation(async (id: string) => onIssued(await api.call(apiKeys.regenerate, { params: { id } })))

export const useChangeKey = () =>
  useKeyMutation(({ id, body }: { id: string; body: NewApiKey }) => api.call(apiKeys.change, { params: { id }, body }))

export const useRevokeKey = () => useKeyMutation((id: string) => api.call(apiKeys.revoke, { params: { id } }))
