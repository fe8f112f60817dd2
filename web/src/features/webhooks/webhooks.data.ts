import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import {
  type AdminWebhook,
  type AdminWebhookQuery,
  adminWebhooks,
} from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { AttemptQuery, Webhook } from '@dooryard/contract/integrations/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import type { Scope } from '../../lib/session/scope.ts'

/** A webhook in either scope. */
export type ListedWebhook = Webhook | AdminWebhook

/** URL state of the log: days in the user's time zone, and an event by its id. */
export type LogState = Pick<AttemptQuery, 'page' | 'limit' | 'status' | 'eventType'> & {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const endpointsByScope = { own: webhooks, admin: adminWebhooks }

const pollMs = 10_000

export const webhookPage = (scope: Scope, query: AdminWebhookQuery) => ({
  ...buildLiveQuery(endpointsByScope[scope].list, { query }),
  refetchInterval: pollMs,
})

export const webhookHealth = () => ({ ...buildQuery(adminWebhooks.health, {}), refetchInterval: pollMs })

export const webhookDetails = (scope: Scope, id: string) => buildQuery(endpointsByScope[scope].get, { params: { id } })

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** A search text that is not an id must match no event, as this one does. */
const nilUuid = '00000000-0000-0000-0000-000000000000'

export const attemptPage = (scope: Scope, id: string, { from, to, search, ...query }: LogState) =>
  buildLiveQuery(endpointsByScope[scope].log, {
    params: { id },
    query: {
      ...query,
      eventId: search === undefined || isUuid(search) ? search : nilUuid,
      fromDate: from && startOfDay(from),
      toDate: to && startOfNextDay(to),
    },
  })

/** One attempt, on any page of the log. */
export const attemptDetails = (scope: Scope, id: string, attemptId: string) =>
  buildQuery(endpointsByScope[scope].attempt, { params: { id, attemptId } })

/**
 * A change of an own webhook or its log. Responses with secrets are among these, so nothing is cached once it is no
 * longer shown.
 */
export const useWebhookCall = <E extends AnyEndpoint>(endpoint: E) =>
  useEndpointMutation(endpoint, {
    refreshes: [webhooks.list, webhooks.get, webhooks.log, webhooks.attempt],
    awaitsRefresh: true,
    gcTime: 0,
  })

/** Deletes a webhook, leaves its screen, and removes it from the cache, so that going back shows it is gone. */
export function useDeleteWebhook(onDeleted: () => Promise<void>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(webhooks.remove, { params: { id } }),
    onSuccess: async (_nothing, id) => {
      void cache.invalidateQueries({ queryKey: toQueryKey(webhooks.list) })
      // If it were removed while shown, it would be fetched again.
      await onDeleted()
      for (const { path } of [webhooks.get, webhooks.log, webhooks.attempt])
        cache.removeQueries({ queryKey: [path, { params: { id } }] })
    },
  })
}

export const useAdminToggleWebhook = (action: 'disable' | 'enable') =>
  useEndpointMutation(adminWebhooks[action], { refreshes: 'all', awaitsRefresh: true })
