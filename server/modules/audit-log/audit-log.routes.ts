import { auditLog } from '@dooryard/contract/audit-log'
import { handlers } from '../../platform/http/handlers.ts'
import { listEntries, showEntry } from './list-entries.ts'
import { verifyChain } from './verify-chain.ts'

export const auditLogRoutes = handlers(auditLog, {
  list: (ctx, { query }) => listEntries(ctx, query),
  get: (ctx, { params }) => showEntry(ctx, params.id),
  verify: ({ db, signal }) => verifyChain(db, { signal }),
})
