import { apiKeys, mostApiKeys } from '@dooryard/contract/api-keys'
import { campaigns } from '@dooryard/contract/campaigns'
import { maxPageSize } from '@dooryard/contract/limits'
import type { ListedOrder } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { webhooks } from '@dooryard/contract/webhook-calls'
import type { Webhook } from '@dooryard/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { lookWhilePending } from '../../../lib/attempt-looks.ts'
import { serverNow } from '../../../lib/clock.ts'
import { isMissing, isRefusal } from '../../../lib/errors.ts'
import { queryOf } from '../../../lib/query.ts'
import { useCall } from '../../../lib/use-call.ts'
import { firstOrderName } from './call-snippets.ts'

/** Milliseconds between two looks for what arrives; none are taken while nobody sees the page. */
const pollMs = 2_000

type Polled<Data> = { state: { data?: Data | undefined; error: Error | null } }

export const keyList = () => queryOf(apiKeys.list, { query: { limit: mostApiKeys } })

export const watchedKey = (id: string) => ({
  ...queryOf(apiKeys.get, { params: { id } }),
  refetchInterval: ({ state }: Polled<unknown>) => (isRefusal(state.error) ? false : pollMs),
})

export const campaignOf = (campaignId: string) => queryOf(campaigns.get, { params: { campaignId } })

/** The reader's newest active campaigns, and the one that the address names, wherever it stands in the list. */
export function useAudiences(named: string | undefined) {
  const newest = useQuery(queryOf(campaigns.list, { query: { limit: maxPageSize, status: 'ACTIVE' } }))
  const listed = newest.data?.items ?? []
  const wantsNamed = named !== undefined && newest.data !== undefined && !listed.some(({ id }) => id === named)
  const own = useQuery({ ...campaignOf(named ?? ''), enabled: wantsNamed })
  const isThere = !wantsNamed || own.data !== undefined || isMissing(own.error)
  const all = wantsNamed && own.data ? [own.data, ...listed] : listed
  return {
    data: newest.data && isThere ? all.filter(({ status }) => status === 'ACTIVE') : undefined,
    error: newest.error ?? own.error,
    refetch: () => Promise.all([newest.refetch(), ...(wantsNamed ? [own.refetch()] : [])]),
  }
}

const isOver = ({ userFacingStatus }: ListedOrder) => userFacingStatus === 'COMPLETED' || userFacingStatus === 'FAILED'

/** The newest order of the guide since an instant, looked at until it is over. */
export const firstOrder = (since: string) => ({
  ...queryOf(orders.listAll, { query: { search: firstOrderName, limit: 1 } }),
  refetchInterval: ({ state }: Polled<{ items: ListedOrder[] }>) => {
    const order = state.data?.items[0]
    return isRefusal(state.error) || (order && order.createdAt >= since && isOver(order)) ? false : pollMs
  },
})

/** Sends a test event to a webhook, and follows what comes of it. */
export function useTestEvent(webhook: Webhook | undefined) {
  const send = useCall(webhooks.test, { quiet: true })
  // Else it went to a webhook that was chosen before.
  const isOurs = send.variables?.params.id === webhook?.id
  const sent = isOurs ? send.data : undefined
  const log = useQuery({
    ...queryOf(webhooks.log, { params: { id: webhook?.id ?? '' }, query: { eventId: sent?.eventId } }),
    enabled: sent !== undefined,
    refetchInterval: (polled) => lookWhilePending(polled, serverNow()),
  })
  // Behind one that failed the next waits already.
  const attempt = log.data?.items.find(({ status }) => status !== 'PENDING') ?? sent
  return { send, refusal: isOurs ? send.error : null, log, attempt, hasPassed: attempt?.status === 'SUCCEEDED' }
}
export type TestEvent = ReturnType<typeof useTestEvent>
