import { auditLog } from '@dooryard/contract/admin/audit-log'
import { handlers } from '../../platform/http/handlers.ts'
import { getAuditEntry, listAuditEntries } from './list-audit-entries.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

export const auditLogRoutes = handlers(auditLog, {
  list: (ctx, { query }) => listAuditEntries(ctx, query),
  get: (ctx, { params }) => getAuditEntry(ctx, params.id),
  verify: ({ db, signal }) => verifyAuditChain(db, { signal }),
})
