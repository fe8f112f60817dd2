import { auditLog } from '@dooryard/contract/admin/audit-log'
import { userStatistics } from '@dooryard/contract/admin/user-statistics'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { refetchWhileInProgress } from '../../lib/labels/order-labels.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { getPeriodRange, type PeriodState } from './period-rules.ts'

export const tabs = ['overview', 'credits', 'orders', 'sessions', 'audit'] as const
export type Tab = (typeof tabs)[number]

/** Audit entries by the user, or on their account. */
const sides = ['by', 'to'] as const
export type Side = (typeof sides)[number]

export type ListState = { page: number; limit: number }

/** URL state of the screen. */
export type StatisticsState = PeriodState & ListState & { tab: Tab; side: Side }

/** The user's statistics over a period. */
export const statisticsQuery = ({ id, createdAt }: User, period: PeriodState) =>
  buildLiveQuery(userStatistics.get, { params: { id }, query: getPeriodRange(period, createdAt, getServerTime()) })

export const entryPage = (userId: string, { page, limit }: ListState) =>
  buildLiveQuery(adminBilling.creditTransactions, { query: { userId, page, limit } })

/** Refetched while any order is in progress. */
export const orderPage = (userId: string, { page, limit }: ListState) => ({
  ...buildLiveQuery(adminOrders.list, { query: { userId: [userId], page, limit } }),
  refetchInterval: refetchWhileInProgress,
})

export const sessionPage = (id: string, { page, limit }: ListState) =>
  buildLiveQuery(adminUsers.sessions, { params: { id }, query: { page, limit } })

export const auditPage = (userId: string, side: Side, { page, limit }: ListState) =>
  buildLiveQuery(auditLog.list, { query: { ...(side === 'by' ? { actor: userId } : { object: userId }), page, limit } })
