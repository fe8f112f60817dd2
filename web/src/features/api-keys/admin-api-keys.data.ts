import { type AdminApiKey, adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'

const everyMs = 15_000

/** What the address of everybody's keys asks for. */
export type AdminKeysState = {
  page: number
  limit: number
  search?: string | undefined
  userId?: string[] | undefined
  state?: AdminApiKey['state'] | undefined
}

export const adminKeyPage = (query: AdminKeysState) => ({
  ...liveQueryOf(adminApiKeys.list, { query }),
  refetchInterval: everyMs,
})

export const adminKeyDetail = (id: string) => queryOf(adminApiKeys.get, { params: { id } })

/** Revokes a key of anybody's, with a reason. */
export function useRevokeAnyKey(id: string) {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (reason: string) => api.call(adminApiKeys.revoke, { params: { id }, body: { reason } }),
    meta: { quiet: true },
    onSettled,
  })
}
