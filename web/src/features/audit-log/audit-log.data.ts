import { type AuditAction, auditLog } from '@dooryard/contract/admin/audit-log'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'

/** The URL filters of the audit log; days are in the user's time zone. */
export type AuditFilters = {
  actor?: string
  action?: AuditAction
  object?: string
  requestId?: string
  from?: string
  to?: string
}

export type AuditState = AuditFilters & { page: number; limit: number }

/** One page of the audit log, newest first. */
export const auditPage = ({ from, to, ...query }: AuditState) =>
  buildLiveQuery(auditLog.list, {
    query: { ...query, fromDate: from && startOfDay(from), toDate: to && startOfNextDay(to) },
  })
