// Reading and verifying the audit log.
// Tables and jobs: none; platform/audit.ts owns the table audit_log and writes its entries.
// Routes: /v1/admin/audit-log, for administrators.
// Start with list-audit-entries.ts (what happened) and verify-audit-chain.ts (whether the entries are unaltered).

export { getSignInStats, hasUserAction, selectAuditHistory } from './audit-log.queries.ts'
export { auditLogRoutes } from './audit-log.routes.ts'
export { verifyAuditChain } from './verify-audit-chain.ts'
