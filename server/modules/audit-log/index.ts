export { selectHistory } from './audit-log.queries.ts'
export { auditLogRoutes } from './audit-log.routes.ts'
export { signInsOf } from './sign-ins.queries.ts'
export { verifyChain } from './verify-chain.ts'
