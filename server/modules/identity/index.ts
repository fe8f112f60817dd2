export { authenticate, rolesOf } from './authenticate.ts'
export { type Restoration, restoreUser } from './change-user.ts'
export { createUser } from './create-user.ts'
export { holdCodes } from './email-codes.queries.ts'
export { forgetExpiredCodes } from './email-codes.ts'
export { identityTasks } from './identity.jobs.ts'
export { identityRoutes } from './identity.routes.ts'
export { forgetUnverified } from './register.ts'
export { countSignedIn, forgetOldSessions } from './sessions.queries.ts'
export { auditImpersonationsIn, holdAccount } from './sessions.ts'
export {
  countAdministrators,
  countByRole,
  findUser,
  holdOpen,
  lockAdministrators,
  lockUserKey,
  newUsersByDay,
  setActive,
} from './users.queries.ts'
export { userOf } from './users.ts'
