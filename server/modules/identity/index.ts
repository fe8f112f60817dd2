export { authenticate } from './authenticate.ts'
export { createUser } from './create-user.ts'
export { identityRoutes } from './identity.routes.ts'
export { setActive } from './users.queries.ts'
