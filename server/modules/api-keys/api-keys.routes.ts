import { apiKeys } from '@dooryard/contract/api-keys'
import { handlers } from '../../platform/http/handlers.ts'
import { changeApiKey, createApiKey, regenerateApiKey, revokeApiKey } from './change-api-keys.ts'
import { listApiKeys, showApiKey } from './show-api-keys.ts'

export const apiKeyRoutes = handlers(apiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, query),
  create: (ctx, { body }) => createApiKey(ctx, body),
  get: (ctx, { params }) => showApiKey(ctx, params.id),
  change: (ctx, { params, body }) => changeApiKey(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeApiKey(ctx, params.id),
  regenerate: (ctx, { params }) => regenerateApiKey(ctx, params.id),
})
