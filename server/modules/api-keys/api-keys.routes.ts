import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import { adminScope, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeApiKey, createApiKey, regenerateApiKey, revokeAnyKey, revokeApiKey } from './change-api-keys.ts'
import { getApiKey, listApiKeys } from './show-api-keys.ts'

const ownRoutes = handlers(apiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, ownScope(ctx), query),
  create: (ctx, { body }) => createApiKey(ctx, body),
  get: (ctx, { params }) => getApiKey(ctx, ownScope(ctx), params.id),
  change: (ctx, { params, body }) => changeApiKey(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeApiKey(ctx, params.id),
  regenerate: (ctx, { params }) => regenerateApiKey(ctx, params.id),
})

const adminRoutes = handlers(adminApiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, adminScope(ctx), query),
  get: (ctx, { params }) => getApiKey(ctx, adminScope(ctx), params.id),
  revoke: (ctx, { params, body }) => revokeAnyKey(ctx, params.id, body),
})

export const apiKeyRoutes: Route[] = [...ownRoutes, ...adminRoutes]
