import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeApiKey, createApiKey, regenerateApiKey, revokeApiKey } from './change-api-keys.ts'
import { anyKey, everybodysKeys } from './everybodys-keys.ts'
import { revokeAnyKey } from './revoke-any-key.ts'
import { listApiKeys, showApiKey } from './show-api-keys.ts'

const ownRoutes = handlers(apiKeys, {
  list: (ctx, { query }) => listApiKeys(ctx, query),
  create: (ctx, { body }) => createApiKey(ctx, body),
  get: (ctx, { params }) => showApiKey(ctx, params.id),
  change: (ctx, { params, body }) => changeApiKey(ctx, params.id, body),
  revoke: (ctx, { params }) => revokeApiKey(ctx, params.id),
  regenerate: (ctx, { params }) => regenerateApiKey(ctx, params.id),
})

const everybodysRoutes = handlers(adminApiKeys, {
  list: (ctx, { query }) => everybodysKeys(ctx, query),
  get: (ctx, { params }) => anyKey(ctx, params.id),
  revoke: (ctx, { params, body }) => revokeAnyKey(ctx, params.id, body),
})

export const apiKeyRoutes: Route[] = [...ownRoutes, ...everybodysRoutes]
