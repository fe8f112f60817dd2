import { apiKeys, type IssuedApiKey, mostApiKeys, type NewApiKey } from '@dooryard/contract/api-keys'
import { campaigns } from '@dooryard/contract/campaigns'
import { maxPageSize } from '@dooryard/contract/limits'
import type { ListedOrder } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { mostWebhooks, type Webhook, type WebhookAttempt } from '@dooryard/contract/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { lookWhilePending } from '../../lib/attempt-looks.ts'
import { serverNow } from '../../lib/clock.ts'
import { isRefusal } from '../../lib/errors.ts'
import { keyOf, queryOf } from '../../lib/query.ts'
import { firstOrderName } from './call-snippets.ts'

/** Milliseconds between two looks for what arrives; none are taken while nobody sees the page. */
const lookEvery = 2_000

type Looked<Data> = { state: { data?: Data | undefined; error: Error | null } }

/** All keys of the reader. */
export const keyList = () => queryOf(apiKeys.list, { query: { limit: mostApiKeys } })

/** A key that is watched for calls. */
export const watchedKey = (id: string) => ({
  ...queryOf(apiKeys.get, { params: { id } }),
  refetchInterval: ({ state }: Looked<unknown>) => (isRefusal(state.error) ? false : lookEvery),
})

/** Makes a key, and hands it on: what a mutation answers is kept, and the next screen could read it. */
export function useMakeKey(onIssued: (key: IssuedApiKey) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewApiKey) => onIssued(await api.call(apiKeys.create, { body })),
    meta: { quiet: true },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(apiKeys.list) }),
  })
}

/** The reader's newest active campaigns. */
export const newestCampaigns = () => queryOf(campaigns.list, { query: { limit: maxPageSize, status: 'ACTIVE' } })

export const campaignOf = (campaignId: string) => queryOf(campaigns.get, { params: { campaignId } })

export const isOver = ({ userFacingStatus }: ListedOrder) =>
  userFacingStatus === 'COMPLETED' || userFacingStatus === 'FAILED'

/** The newest order of the guide since an instant, looked at until it is over. */
export const firstOrder = (since: string) => ({
  ...queryOf(orders.listAll, { query: { search: firstOrderName, limit: 1 } }),
  refetchInterval: ({ state }: Looked<{ items: ListedOrder[] }>) => {
    const order = state.data?.items[0]
    return isRefusal(state.error) || (order && order.createdAt >= since && isOver(order)) ? false : lookEvery
  },
})

/** All webhooks of the reader. */
export const webhookList = () => queryOf(webhooks.list, { query: { limit: mostWebhooks } })

/** The attempts to send an event, the newest first. */
const attemptsOf = (id: string, sent: WebhookAttempt | undefined) => ({
  ...queryOf(webhooks.log, { params: { id }, query: { eventId: sent?.eventId } }),
  enabled: sent !== undefined,
  refetchInterval: (looked: Looked<{ items: WebhookAttempt[] }>) => lookWhilePending(looked, serverNow()),
})

/** Sends a test event to a webhook, and follows what comes of it. */
export function useTestEvent(webhook: Webhook | undefined) {
  const send = useMutation({
    mutationFn: (id: string) => api.call(webhooks.test, { params: { id }, body: { eventType: 'webhook.test' } }),
    meta: { quiet: true },
  })
  // Else it went to a webhook that was chosen before.
  const isOurs = send.variables === webhook?.id
  const sent = isOurs ? send.data : undefined
  const log = useQuery(attemptsOf(webhook?.id ?? '', sent))
  // Behind one that failed the next waits already.
  const attempt = log.data?.items.find(({ status }) => status !== 'PENDING') ?? sent
  return { send, refusal: isOurs ? send.error : null, log, attempt, hasPassed: attempt?.status === 'SUCCEEDED' }
}
export type TestEvent = ReturnType<typeof useTestEvent>
