import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { adminScope, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adminRevokeApiKey, changeApiKey, createApiKey, regenerateApiKey, revokeApiKey } from './change-api-keys.ts'
import { getApiKey, listApiKeys } from './list-api-keys.ts'

const ownerRoutes = handlers(apiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, ownScope(ctx), query),
  callerAddress: async ({ caller }) => ({ ipAddress: caller.ipAddress }),
  create: (ctx, { body }) => createApiKey(ctx, body),
  get: (ctx, { params }) => getApiKey(ctx, ownScope(ctx), params.id),
  change: (ctx, { params, body }) => changeApiKey(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeApiKey(ctx, params.id),
  regenerate: (ctx, { params }) => regenerateApiKey(ctx, params.id),
})

const adminRoutes = handlers(adminApiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, adminScope(ctx), query),
  get: (ctx, { params }) => getApiKey(ctx, adminScope(ctx), params.id),
  revoke: (ctx, { params, body }) => adminRevokeApiKey(ctx, params.id, body),
})

export const apiKeyRoutes: Route[] = [...ownerRoutes, ...adminRoutes]
