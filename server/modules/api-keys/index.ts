// API keys of enterprise users: creating, replacing and revoking them, checking the key of a request, counting calls.
// Tables: api_keys, api_key_daily_usage.
// Schedule: purge-api-key-use.
// Routes: /v1/api-keys; /v1/admin/api-keys for administrators.
// Start with change-api-keys.ts (create, regenerate, delete) and verify-api-key.ts (authentication of a call).

export { getUserApiKeyStats } from './api-key-usage.ts'
export { revokeUserApiKeys, selectApiKeyNames } from './api-keys.queries.ts'
export { apiKeyRoutes } from './api-keys.routes.ts'
export { apiKeySchedule, createApiKeyService } from './verify-api-key.ts'
