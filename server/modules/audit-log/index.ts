export { getSignInStats, selectAuditHistory } from './audit-log.queries.ts'
export { auditLogRoutes } from './audit-log.routes.ts'
export { verifyAuditChain } from './verify-audit-chain.ts'
