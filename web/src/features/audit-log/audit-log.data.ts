import { type AuditAction, auditLog } from '@dooryard/contract/audit-log'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'

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

/** One entry, wherever it stands. */
export const auditEntry = (id: string) => queryOf(auditLog.get, { params: { id } })

/** Reads the whole log over and says whether it holds together. */
export const useVerifyChain = () => useMutation({ mutationFn: () => api.call(auditLog.verify, {}) })
