export { selectHistory, signInsOf } from './audit-log.queries.ts'
export { auditLogRoutes } from './audit-log.routes.ts'
export { verifyChain } from './verify-chain.ts'
