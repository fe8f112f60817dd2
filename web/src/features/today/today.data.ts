import { expiryNoticeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import { leadChanges } from '@dooryard/contract/leads/lead-changes'
import { leadTasks } from '@dooryard/contract/leads/tasks'
import type { ListedOrder, UserFacingStatus } from '@dooryard/contract/orders/order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useQueries } from '@tanstack/react-query'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'
import { isOrderInProgress, refetchWhileInProgress } from '../../lib/labels/order-labels.ts'
import { useUser } from '../../lib/session/use-user.ts'

/** Tasks become due or overdue while the screen is open. */
export const refetchIntervalMs = 60_000

const maxDueTasks = 100

export const dueTasksQuery = () => ({
  ...buildLiveQuery(leadTasks.list, { query: { state: 'DUE', limit: maxDueTasks } }),
  refetchInterval: refetchIntervalMs,
})

export const upcomingTasksQuery = (limit: number) =>
  buildLiveQuery(leadTasks.list, { query: { state: 'UPCOMING', limit } })

export const leadChangesQuery = () => buildQuery(leadChanges.list, {})

/** Those with the most changes; of these, what has left is no news here. */
export const changedSearchesQuery = () => buildQuery(savedSearches.list, { query: { limit: 100, sort: 'changes' } })

/** What is wrong with an order, or has to be done about it. */
export type WaitingOrder = { order: ListedOrder; state: 'IN_PROGRESS' | 'FAILED' | 'EXPIRING' | 'EXPIRED' }

const newsDays = 7

/** Whether an order waits for something: to be delivered, to be looked at, or to be checked again. */
function getWaitingState(order: ListedOrder, now = Date.now()): WaitingOrder['state'] | undefined {
  if (isOrderInProgress(order)) return 'IN_PROGRESS'
  const since = Date.parse(order.completedAt ?? order.createdAt)
  if (order.userFacingStatus === 'FAILED') return now - since < newsDays * dayMs ? 'FAILED' : undefined
  if (order.expiresAt === undefined) return undefined
  const left = Date.parse(order.expiresAt) - now
  if (left <= 0) return -left < newsDays * dayMs ? 'EXPIRED' : undefined
  return left <= expiryNoticeDays * dayMs ? 'EXPIRING' : undefined
}

/** The orders of the user that wait for something, those in progress first. */
export function useWaitingOrders() {
  const endpoint = useUser().role === 'CONSUMER_USER' ? privateOrders.list : orders.listAll
  const list = (query: { status: UserFacingStatus; limit: number; campaignType?: 'CALL_READY' }) => ({
    ...buildQuery(endpoint, { query }),
    refetchInterval: refetchWhileInProgress,
  })
  return useQueries({
    queries: [
      list({ status: 'PROCESSING', limit: 20 }),
      list({ status: 'PENDING', limit: 20 }),
      list({ status: 'FAILED', limit: 20 }),
      // Numbers expire a month after their check, so the newest orders are enough.
      list({ status: 'COMPLETED', limit: 100, campaignType: 'CALL_READY' }),
    ],
    combine: (results) => ({
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
      data: results.every(({ data }) => data)
        ? results
            .flatMap(({ data }) => data?.items ?? [])
            .flatMap((order): WaitingOrder[] => {
              const state = getWaitingState(order)
              return state ? [{ order, state }] : []
            })
        : undefined,
    }),
  })
}
