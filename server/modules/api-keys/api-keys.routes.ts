import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeApiKey, createApiKey, regenerateApiKey, revokeAnyKey, revokeApiKey } from './change-api-keys.ts'
import { listAllApiKeys, listApiKeys, showAnyApiKey, showApiKey } from './show-api-keys.ts'

const ownRoutes = handlers(apiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, query),
  create: (ctx, { body }) => createApiKey(ctx, body),
  get: (ctx, { params }) => showApiKey(ctx, params.id),
  change: (ctx, { params, body }) => changeApiKey(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeApiKey(ctx, params.id),
  regenerate: (ctx, { params }) => regenerateApiKey(ctx, params.id),
})

const adminRoutes = handlers(adminApiKeys, {
  list: (ctx, { query }) => listAllApiKeys(ctx, query),
  get: (ctx, { params }) => showAnyApiKey(ctx, params.id),
  revoke: (ctx, { params, body }) => revokeAnyKey(ctx, params.id, body),
})

export const apiKeyRoutes: Route[] = [...ownRoutes, ...adminRoutes]
