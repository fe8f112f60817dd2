import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auditLog } from '@dooryard/contract/audit-log'
import { userStatistics } from '@dooryard/contract/user-statistics'
import type { User } from '@dooryard/contract/users'
import { serverNow } from '../../lib/clock.ts'
import { whileUnderWay } from '../../lib/order-words.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { type PeriodState, rangeOf } from './period-rules.ts'

export const tabs = ['overview', 'credits', 'orders', 'sessions', 'audit'] as const
export type Tab = (typeof tabs)[number]

/** Entries of what the user did, or of what was done to their account. */
const sides = ['by', 'to'] as const
export type Side = (typeof sides)[number]

export type ListState = { page: number; limit: number }

/** What the address of the screen says. */
export type StatisticsState = PeriodState & ListState & { tab: Tab; side: Side }

/** What the user did in a period. */
export const statisticsQuery = ({ id, createdAt }: User, period: PeriodState) =>
  liveQueryOf(userStatistics.get, { params: { id }, query: rangeOf(period, createdAt, serverNow()) })

export const entryPage = (userId: string, { page, limit }: ListState) =>
  liveQueryOf(adminBilling.creditTransactions, { query: { userId, page, limit } })

/** Looked at again while any of them is under way. */
export const orderPage = (userId: string, { page, limit }: ListState) => ({
  ...liveQueryOf(adminOrders.list, { query: { userId: [userId], page, limit } }),
  refetchInterval: whileUnderWay,
})

export const sessionPage = (id: string, { page, limit }: ListState) =>
  liveQueryOf(adminUsers.sessions, { params: { id }, query: { page, limit } })

export const auditPage = (userId: string, side: Side, { page, limit }: ListState) =>
  liveQueryOf(auditLog.list, { query: { ...(side === 'by' ? { actor: userId } : { object: userId }), page, limit } })
