import { webhooks } from '@dooryard/contract/webhook-calls'
import type { WebhookEventType } from '@dooryard/contract/webhook-events'
import type { AttemptQuery, NewWebhook, Redelivery, WebhookChange } from '@dooryard/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'

export type WebhooksState = { page: number; limit: number }

/** What the address of a log asks for: days as the reader's own. */
export type LogState = WebhooksState & {
  status?: AttemptQuery['status'] | undefined
  eventType?: WebhookEventType | undefined
  /** The id of an event. */
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const webhookPage = (query: WebhooksState) => liveQueryOf(webhooks.list, { query })

export const webhookOf = (id: string) => queryOf(webhooks.get, { params: { id } })

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** A text that is no id names no event, and finds what this one does: nothing. */
const nothing = '00000000-0000-0000-0000-000000000000'

/** What a log is asked for, as the call has it. */
export const logQueryOf = ({ from, to, search, ...query }: LogState) => ({
  ...query,
  eventId: search === undefined || isId(search) ? search : nothing,
  fromDate: from && startOfDay(from),
  toDate: to && startOfNextDay(to),
})

export const attemptPage = (id: string, state: LogState) =>
  liveQueryOf(webhooks.log, { params: { id }, query: logQueryOf(state) })

/** One attempt, wherever in the log it stands. */
export const attemptOf = (id: string, attemptId: string) => queryOf(webhooks.attempt, { params: { id, attemptId } })

const shown: string[] = [webhooks.list, webhooks.get, webhooks.log, webhooks.attempt].map(({ path }) => path)

/** A change of a webhook or its log, after which what is shown of them is asked for anew. */
function useWebhookMutation<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>, meta?: { quiet: true }) {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ predicate: ({ queryKey: [path] }) => shown.includes(String(path)) })
  return useMutation({
    mutationFn,
    // Answers with secrets in them are among these: nothing keeps them once nobody shows them.
    gcTime: 0,
    onSuccess: refresh,
    // Without a connection that takes long, and nobody waits for it to be told.
    onError: () => void refresh(),
    ...(meta && { meta }),
  })
}

const quiet = { quiet: true } as const

export const useCreateWebhook = () =>
  useWebhookMutation((body: NewWebhook) => api.call(webhooks.create, { body }), quiet)

type Changed = { id: string; body: WebhookChange }

const change = ({ id, body }: Changed) => api.call(webhooks.change, { params: { id }, body })

/** Changes what a form says, which shows what is wrong with it. */
export const useEditWebhook = () => useWebhookMutation(change, quiet)

export const useChangeWebhook = () => useWebhookMutation(change)

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
    meta: quiet,
  })
}

/** The secret, which stays out of the cache of what was read. What is shown of its webhook is asked for with it. */
export const useSecret = () => useWebhookMutation((id: string) => api.call(webhooks.secret, { params: { id } }))

export const useRegenerateSecret = () =>
  useWebhookMutation((id: string) => api.call(webhooks.regenerateSecret, { params: { id } }), quiet)

type Tested = { id: string; eventType: WebhookEventType }

export const useTestWebhook = () =>
  useWebhookMutation(
    ({ id, eventType }: Tested) => api.call(webhooks.test, { params: { id }, body: { eventType } }),
    quiet,
  )

type Again = { id: string; body: Redelivery }

const redeliver = ({ id, body }: Again) => api.call(webhooks.redeliver, { params: { id }, body })

export const useSendAgain = () => useWebhookMutation(redeliver)

/** The same from a dialog, which itself says that it failed. */
export const useSendAllAgain = () => useWebhookMutation(redeliver, quiet)
