import { adminUsers } from '@dooryard/contract/admin-users'
import { userStatistics } from '@dooryard/contract/user-statistics'
import { serverNow } from '../../lib/clock.ts'
import { dayOf, startOfDay } from '../../lib/days.ts'
import { queryOf } from '../../lib/query.ts'

/** The session that was seen last, and how many there are. */
export const lastSession = (id: string) =>
  queryOf(adminUsers.sessions, { params: { id }, query: { page: 1, limit: 1 } })

/** What an account has now: only today is asked for, since totals of a longer period are not shown here. */
export const userHoldings = (id: string) =>
  queryOf(userStatistics.get, { params: { id }, query: { fromDate: startOfDay(dayOf(serverNow())) } })

/** What an administrator changes of a user stands in lists, totals and the audit log at once. */
export const refreshesAll = { refreshes: 'all', awaitsRefresh: true } as const

/** Shown where nobody knows whether money or credits have moved. */
export const mayBeDone =
  'We do not know whether this was done: look at the history of this user. Sent again from here, it is done only once.'
