import { apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/integrations/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { toQueryKey } from '../../lib/api/query.ts'

/**
 * A mutation whose answer contains a key. The key is passed on and not kept in the mutation cache, where the next
 * screen could read it.
 */
function useIssueKey<Input>(issue: (input: Input) => Promise<IssuedApiKey>, onIssued: (key: IssuedApiKey) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => onIssued(await issue(input)),
    onSettled: () => {
      // Not awaited: without a connection it takes long, and a new key is shown at once.
      for (const call of [apiKeys.list, apiKeys.get]) void cache.invalidateQueries({ queryKey: toQueryKey(call) })
    },
  })
}

export const useCreateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssueKey((body: NewApiKey) => api.call(apiKeys.create, { body }), onIssued)

export const useRegenerateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssueKey((id: string) => api.call(apiKeys.regenerate, { params: { id } }), onIssued)
