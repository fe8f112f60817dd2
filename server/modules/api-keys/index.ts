export { revokeKeys } from './api-keys.queries.ts'
export { apiKeyRoutes } from './api-keys.routes.ts'
export { apiKeyChores, keysOf } from './keys-of.ts'
export { userKeys } from './user-keys.ts'
