import { type AdminWebhook, adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'
import { type LogState, logQueryOf } from './webhooks.data.ts'

const everyMs = 10_000

/** What the address of everybody's webhooks asks for. */
export type AdminWebhooksState = {
  page: number
  limit: number
  search?: string | undefined
  userId?: string[] | undefined
  state?: AdminWebhook['state'] | undefined
}

export const adminWebhookPage = (query: AdminWebhooksState) => ({
  ...liveQueryOf(adminWebhooks.list, { query }),
  refetchInterval: everyMs,
})

export const webhookHealth = () => ({ ...queryOf(adminWebhooks.health, {}), refetchInterval: everyMs })

export const adminWebhookOf = (id: string) => queryOf(adminWebhooks.get, { params: { id } })

export const adminAttemptPage = (id: string, state: LogState) =>
  liveQueryOf(adminWebhooks.log, { params: { id }, query: logQueryOf(state) })

export const adminAttemptOf = (id: string, attemptId: string) =>
  queryOf(adminWebhooks.attempt, { params: { id, attemptId } })

/** Disables a webhook of anybody's, or enables one that an administrator disabled, with a reason. */
export function useTurnWebhook(id: string, act: 'disable' | 'enable') {
  const onSettled = useRefreshed()
  return useMutation({
    mutationFn: (reason: string) => api.call(adminWebhooks[act], { params: { id }, body: { reason } }),
    meta: { quiet: true },
    onSettled,
  })
}
