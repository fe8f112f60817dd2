export { getUserApiKeyStats } from './api-key-usage.ts'
export { revokeUserApiKeys, selectApiKeyNames } from './api-keys.queries.ts'
export { apiKeyRoutes } from './api-keys.routes.ts'
export { apiKeySchedule, createApiKeyService } from './verify-api-key.ts'
