// Users and sessions: registration, sign-in by password, passkey, mailed link or another provider, second factors, email
// codes, changes of email, passwords, pictures, invitations, impersonation, closure, notifications.
// Tables: users, sessions, email_codes, sign_in_challenges, totp_secrets, recovery_codes, remembered_devices,
// second_factor_policies, passkeys, used_passkey_challenges, oidc_requests, external_identities, notifications,
// notification_settings, user_notes, email_changes, registration_attempts, affiliate_periods.
// Jobs: register-account, mail-code, mail-sign-in-link, mail-email-change, purge-picture.
// Routes: /v1/auth/public, /v1/auth/private, /v1/notifications, /v1/pictures; /v1/admin/users and /v1/admin/impersonate.
// Start with registration/register.ts, sessions/sign-in.ts, external/sign-in-externally.ts, sessions/authenticate.ts
// (the user of a request) and users/close-account.ts.

export { lockEmailCodes } from './codes/email-codes.queries.ts'
export {
  createProviders,
  type ProviderConfig,
} from './external/providers.ts'
export { identitySchedule, identityTasks } from './identity.jobs.ts'
export { identityRoutes } from './identity.routes.ts'
export { findNotificationRecipient } from './notifications/notification-settings.queries.ts'
export { getUnreadNotifications, notificationTopic } from './notifications/notifications.ts'
export { notifyUser } from './notifications/notify-user.ts'
export { authenticate, getSessionRoles } from './sessions/authenticate.ts'
export { countActiveSignIns } from './sessions/sessions.queries.ts'
export { auditImpersonationsEnded, lockActiveAccount } from './sessions/sessions.ts'
export { signInProvenUser } from './sessions/sign-in.ts'
export { refreshSession } from './sessions/start-session.ts'
export { restoreUser, type UserRestoration } from './users/change-user.ts'
export { createUser } from './users/create-user.ts'
export {
  countAdministrators,
  countNewUsersByDay,
  countUsersByRole,
  findApiOrderNotices,
  findUser,
  findUserByEmail,
  lockAdministrators,
  lockIfOpen,
  lockUserForReference,
  selectAffiliatePeriods,
  setUsersActive,
} from './users/users.queries.ts'
export { getUser } from './users/users.ts'
