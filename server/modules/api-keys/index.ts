export { revokeKeys, selectKeyNames } from './api-keys.queries.ts'
export { apiKeyRoutes } from './api-keys.routes.ts'
export { apiKeySchedule, keysOf } from './authenticate-key.ts'
export { userKeys } from './key-use.ts'
