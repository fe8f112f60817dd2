import { type AdminWebhook, type AdminWebhookQuery, adminWebhooks } from '@dooryard/contract/admin-webhooks'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { webhooks } from '@dooryard/contract/webhook-calls'
import type { AttemptQuery, Webhook } from '@dooryard/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scope } from '../../entities/scope.ts'
import { api } from '../../lib/api.ts'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'

/** A webhook as either scope has it. */
export type ListedWebhook = Webhook | AdminWebhook

/** What the address of a log asks for: days as the reader's own, and an event by its id. */
export type LogState = Pick<AttemptQuery, 'page' | 'limit' | 'status' | 'eventType'> & {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const calls = { own: webhooks, admin: adminWebhooks }

const pollMs = 10_000

export const webhookPage = (scope: Scope, query: AdminWebhookQuery) => ({
  ...liveQueryOf(calls[scope].list, { query }),
  refetchInterval: pollMs,
})

export const webhookHealth = () => ({ ...queryOf(adminWebhooks.health, {}), refetchInterval: pollMs })

export const webhookDetails = (scope: Scope, id: string) => queryOf(calls[scope].get, { params: { id } })

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** A text that is no id names no event, and finds what this one does: nothing. */
const nothing = '00000000-0000-0000-0000-000000000000'

export const attemptPage = (scope: Scope, id: string, { from, to, search, ...query }: LogState) =>
  liveQueryOf(calls[scope].log, {
    params: { id },
    query: {
      ...query,
      eventId: search === undefined || isId(search) ? search : nothing,
      fromDate: from && startOfDay(from),
      toDate: to && startOfNextDay(to),
    },
  })

/** One attempt, wherever in the log it stands. */
export const attemptDetails = (scope: Scope, id: string, attemptId: string) =>
  queryOf(calls[scope].attempt, { params: { id, attemptId } })

/** A change of an own webhook or its log. Answers with secrets are among these: nothing keeps them once nobody shows them. */
export const useWebhookCall = <E extends AnyEndpoint>(endpoint: E, options: { quiet?: boolean } = {}) =>
  useCall(endpoint, {
    refreshes: [webhooks.list, webhooks.get, webhooks.log, webhooks.attempt],
    awaitsRefresh: true,
    gcTime: 0,
    ...options,
  })

/** Deletes a webhook, leaves the screen that shows it, and forgets it: Back finds that there is none. */
export function useRemoveWebhook(leave: () => Promise<void>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(webhooks.remove, { params: { id } }),
    onSuccess: async (_nothing, id) => {
      void cache.invalidateQueries({ queryKey: keyOf(webhooks.list) })
      // Forgotten while it is shown, it would be asked for anew.
      await leave()
      for (const { path } of [webhooks.get, webhooks.log, webhooks.attempt])
        cache.removeQueries({ queryKey: [path, { params: { id } }] })
    },
    meta: { quiet: true },
  })
}

export const useAdminToggleWebhook = (action: 'disable' | 'enable') =>
  useCall(adminWebhooks[action], { refreshes: 'all', awaitsRefresh: true, quiet: true })
