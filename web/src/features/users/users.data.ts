import { userStatistics } from '@dooryard/contract/admin/user-statistics'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { buildQuery } from '../../lib/api/query.ts'
import { startOfDay, toCalendarDay } from '../../lib/format/days.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'

/** The most recent session, and the number of sessions. */
export const lastSessionQuery = (id: string) =>
  buildQuery(adminUsers.sessions, { params: { id }, query: { page: 1, limit: 1 } })

/** The current usage of an account; requests only today, since totals of longer periods are not shown. */
export const userUsageQuery = (id: string) =>
  buildQuery(userStatistics.get, { params: { id }, query: { fromDate: startOfDay(toCalendarDay(getServerTime())) } })

/** An administrator's change of a user shows in lists, totals and the audit log. */
export const refreshAllOptions = { refreshes: 'all', awaitsRefresh: true } as const

/** Shown when it is unknown whether money or credits have moved. */
export const unknownOutcomeText =
  'The result is unknown. Check the history of this user. Sending again from here does it only once.'
