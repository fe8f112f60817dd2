import { apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf } from '../../lib/query.ts'

/** A call that answers with a key, which is handed on: what a mutation answers is kept, and the next screen could read it. */
function useIssue<Input>(issue: (input: Input) => Promise<IssuedApiKey>, onIssued: (key: IssuedApiKey) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => onIssued(await issue(input)),
    onSettled: () => {
      // Nobody waits for it: without a connection that takes long, and a new key is shown at once.
      for (const call of [apiKeys.list, apiKeys.get]) void cache.invalidateQueries({ queryKey: keyOf(call) })
    },
    meta: { quiet: true },
  })
}

export const useCreateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssue((body: NewApiKey) => api.call(apiKeys.create, { body }), onIssued)

export const useRegenerateKey = (onIssued: (key: IssuedApiKey) => void) =>
  useIssue((id: string) => api.call(apiKeys.regenerate, { params: { id } }), onIssued)
