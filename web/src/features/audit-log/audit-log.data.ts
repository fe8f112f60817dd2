import { type AuditAction, auditLog } from '@dooryard/contract/audit-log'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { liveQueryOf } from '../../lib/query.ts'

/** What the address of the log asks for: days as the reader's own. */
export type AuditFilters = {
  actor?: string
  action?: AuditAction
  object?: string
  requestId?: string
  from?: string
  to?: string
}

export type AuditState = AuditFilters & { page: number; limit: number }

/** One page of the log, newest first. */
export const auditPage = ({ from, to, ...query }: AuditState) =>
  liveQueryOf(auditLog.list, {
    query: { ...query, fromDate: from && startOfDay(from), toDate: to && startOfNextDay(to) },
  })
