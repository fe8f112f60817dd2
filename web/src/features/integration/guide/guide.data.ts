import { maxPageSize } from '@dooryard/contract/api/limits'
import { apiKeys, maxApiKeys } from '@dooryard/contract/integrations/api-keys'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { isClientError, isNotFoundError } from '../../../lib/api/errors.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { refetchWhilePending } from '../../../lib/live/attempt-refetch.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { firstOrderName } from './call-snippets.ts'

/** Milliseconds between two polls; polling stops while the page is hidden. */
const pollMs = 2_000

type PolledQuery<Data> = { state: { data?: Data | undefined; error: Error | null } }

export const keyListQuery = () => buildQuery(apiKeys.list, { query: { limit: maxApiKeys } })

export const watchedKeyQuery = (id: string) => ({
  ...buildQuery(apiKeys.get, { params: { id } }),
  refetchInterval: ({ state }: PolledQuery<unknown>) => (isClientError(state.error) ? false : pollMs),
})

export const campaignQuery = (campaignId: string) => buildQuery(campaigns.get, { params: { campaignId } })

/** The user's newest active campaigns, and the one from the URL wherever it is in the list. */
export function useAudiences(selectedId: string | undefined) {
  const newest = useQuery(buildQuery(campaigns.list, { query: { limit: maxPageSize, status: 'ACTIVE' } }))
  const listed = newest.data?.items ?? []
  const needsSelected =
    selectedId !== undefined && newest.data !== undefined && !listed.some(({ id }) => id === selectedId)
  const selected = useQuery({ ...campaignQuery(selectedId ?? ''), enabled: needsSelected })
  const isLoaded = !needsSelected || selected.data !== undefined || isNotFoundError(selected.error)
  const all = needsSelected && selected.data ? [selected.data, ...listed] : listed
  return {
    data: newest.data && isLoaded ? all.filter(({ status }) => status === 'ACTIVE') : undefined,
    error: newest.error ?? selected.error,
    refetch: () => Promise.all([newest.refetch(), ...(needsSelected ? [selected.refetch()] : [])]),
  }
}

const isFinished = ({ userFacingStatus }: ListedOrder) =>
  userFacingStatus === 'COMPLETED' || userFacingStatus === 'FAILED'

/** The newest order of the guide in a list. */
export const findFirstOrder = (items: readonly ListedOrder[] | undefined) =>
  items?.find(({ orderName }) => orderName === firstOrderName)

type FirstOrderQuery = { isTest: boolean; since: string }

/** The newest orders of a live or a test key, polled until that of the guide since an instant is finished. */
export const firstOrderQuery = ({ isTest, since }: FirstOrderQuery) => ({
  ...(isTest
    ? buildQuery(testOrders.list, { query: {} })
    : buildQuery(orders.listAll, { query: { search: firstOrderName, limit: 1 } })),
  refetchInterval: ({ state }: PolledQuery<{ items: ListedOrder[] }>) => {
    const order = findFirstOrder(state.data?.items)
    return isClientError(state.error) || (order && order.createdAt >= since && isFinished(order)) ? false : pollMs
  },
})

/** Sends a test event to a webhook and follows its attempts. */
export function useTestEvent(webhook: Webhook | undefined) {
  const send = useEndpointMutation(webhooks.test)
  // Otherwise it was sent to a webhook selected earlier.
  const isForWebhook = send.variables?.params.id === webhook?.id
  const sent = isForWebhook ? send.data : undefined
  const log = useQuery({
    ...buildQuery(webhooks.log, { params: { id: webhook?.id ?? '' }, query: { eventId: sent?.eventId } }),
    enabled: sent !== undefined,
    refetchInterval: (polled) => refetchWhilePending(polled, getServerTime()),
  })
  // After a failed attempt the next one is already pending.
  const attempt = log.data?.items.find(({ status }) => status !== 'PENDING') ?? sent
  return { send, refusal: isForWebhook ? send.error : null, log, attempt, hasPassed: attempt?.status === 'SUCCEEDED' }
}
export type TestEvent = ReturnType<typeof useTestEvent>
