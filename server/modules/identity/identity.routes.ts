import { account, pictures } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminUserNotes } from '@dooryard/contract/identity/admin/user-notes'
import { auth } from '@dooryard/contract/identity/auth'
import { adminEmailChange, emailChange } from '@dooryard/contract/identity/email-change'
import { connectedAccounts, externalSignIn } from '@dooryard/contract/identity/external-sign-in'
import { notifications } from '@dooryard/contract/identity/notifications'
import { passkeySignIn, passkeys } from '@dooryard/contract/identity/passkeys'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { RateLimiter } from '../../platform/http/limits/rate-limits.ts'
import { forgotPassword, resendVerification } from './codes/mail-code.ts'
import { confirmSignInLink, requestSignInLink } from './codes/sign-in-link.ts'
import { changeEmailAsAdmin } from './email-change/change-email-as-admin.ts'
import { confirmEmailChange } from './email-change/confirm-email-change.ts'
import { requestEmailChange } from './email-change/request-email-change.ts'
import {
  connectAccount,
  disconnectAccount,
  finishConnecting,
  listConnectedAccounts,
  startConnecting,
} from './external/connected-accounts.ts'
import type { Providers } from './external/providers.ts'
import { finishExternalSignIn, registerExternally, startExternalSignIn } from './external/sign-in-externally.ts'
import { endImpersonation, impersonate } from './impersonation/impersonate.ts'
import { changeNotificationSettings, getNotificationSettings } from './notifications/notification-settings.ts'
import { listNotifications, readAllNotifications, readNotification } from './notifications/notifications.ts'
import { getSecondFactorOptions, getStepUpOptions } from './passkeys/factor-options.ts'
import {
  addPasskey,
  getCreationOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys/manage-passkeys.ts'
import { getPasskeySignInOptions, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { resetPassword, updatePassword } from './passwords/update-password.ts'
import { getPictureFile, removePicture, updatePicture } from './pictures/pictures.ts'
import { register, verifyEmail } from './registration/register.ts'
import { type SecondFactorRouteDeps, secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import {
  endOwnedSession,
  listSessions,
  listUserSessions,
  signOut,
  signOutEverywhere,
  signOutUser,
} from './sessions/sessions.ts'
import { signIn } from './sessions/sign-in.ts'
import { refreshSession } from './sessions/start-session.ts'
import { changeProfile, changeUser } from './users/change-user.ts'
import { type CloseAccountDeps, closeAccount } from './users/close-account.ts'
import { createUserAsAdmin } from './users/create-user.ts'
import { inviteUser } from './users/invite-user.ts'
import { changeUserNote, createUserNote, deleteUserNote, listUserNotes } from './users/notes/user-notes.ts'
import {
  type GetSubscription,
  getCurrentUser,
  getUser,
  type ListCustomerFacts,
  listUsers,
  listUsersById,
} from './users/users.ts'

type IdentityRouteDeps = CloseAccountDeps &
  SecondFactorRouteDeps & {
    getSubscription: GetSubscription
    listCustomerFacts: ListCustomerFacts
    providers: Providers
  }

export const identityRoutes = ({
  getSubscription,
  listCustomerFacts,
  sessionDays,
  limiter,
  providers,
  ...closing
}: IdentityRouteDeps): Route[] => [
  ...handlers(auth, {
    register: (ctx, { body }) => register(ctx, body),
    verifyEmail: (ctx, { body }) => verifyEmail(ctx, body, sessionDays),
    resendVerification: (ctx, { body }) => resendVerification(ctx, body),
    login: (ctx, { body }) =>
      signIn(ctx, body, sessionDays, {
        countCodeMail: (email) => countCodeMail(limiter, { address: ctx.caller.ipAddress, email }),
      }),
    forgotPassword: (ctx, { body }) => forgotPassword(ctx, body),
    requestSignInLink: (ctx, { body }) => requestSignInLink(ctx, body),
    confirmSignInLink: (ctx, { body }) => confirmSignInLink(ctx, body, sessionDays),
    resetPassword: (ctx, { body }) => resetPassword(ctx, body),
    refresh: (ctx, { body }) => refreshSession(ctx, body.refreshToken),
  }),
  ...handlers(externalSignIn, {
    start: (ctx, { params }) => startExternalSignIn(ctx, params.provider, { providers, sessionDays }),
    finish: (ctx, { params, body }) => finishExternalSignIn(ctx, params.provider, body, { providers, sessionDays }),
    register: (ctx, { body }) => registerExternally(ctx, body, { providers, sessionDays }),
  }),
  ...handlers(connectedAccounts, {
    list: (ctx) => listConnectedAccounts(ctx, providers),
    start: (ctx, { params, body }) => startConnecting(ctx, params.provider, body, providers),
    finish: (ctx, { params, body }) => finishConnecting(ctx, params.provider, body, providers),
    connect: (ctx, { body }) => connectAccount(ctx, body, providers),
    remove: (ctx, { params }) => disconnectAccount(ctx, params.id, providers),
  }),
  ...handlers(account, {
    me: (ctx) => getCurrentUser(ctx, getSubscription),
    change: (ctx, { body }) => changeProfile(ctx, body),
    sessions: (ctx, { query }) => listSessions(ctx, query),
    endSession: (ctx, { params }) => endOwnedSession(ctx, params.sessionId),
    updatePassword: (ctx, { body }) => updatePassword(ctx, body),
    logout: (ctx) => signOut(ctx),
    logoutAll: (ctx, { query }) => signOutEverywhere(ctx, query),
    updatePicture: (ctx, { body }) => updatePicture(ctx, body),
    removePicture: (ctx) => removePicture(ctx),
    close: (ctx, { body }) => closeAccount(ctx, body, closing),
  }),
  ...handlers(emailChange, {
    request: (ctx, { body }) => requestEmailChange(ctx, body),
    confirm: (ctx, { body }) => confirmEmailChange(ctx, body),
  }),
  ...handlers(passkeySignIn, {
    options: (ctx) => getPasskeySignInOptions(ctx),
    secondFactorOptions: (ctx, { body }) => getSecondFactorOptions(ctx, body),
    signIn: (ctx, { body }) => signInWithPasskey(ctx, body, sessionDays),
  }),
  ...handlers(passkeys, {
    list: (ctx) => listPasskeys(ctx),
    creationOptions: (ctx, { body }) => getCreationOptions(ctx, body),
    add: (ctx, { body }) => addPasskey(ctx, body),
    rename: (ctx, { params, body }) => renamePasskey(ctx, params.passkeyId, body),
    remove: (ctx, { params }) => removePasskey(ctx, params.passkeyId),
    stepUpOptions: (ctx) => getStepUpOptions(ctx),
  }),
  ...secondFactorRoutes({ sessionDays, limiter }),
  ...handlers(notifications, {
    list: (ctx, { query }) => listNotifications(ctx, query),
    read: (ctx, { params }) => readNotification(ctx, params.notificationId),
    readAll: (ctx) => readAllNotifications(ctx),
    settings: (ctx) => getNotificationSettings(ctx),
    changeSettings: (ctx, { body }) => changeNotificationSettings(ctx, body),
  }),
  ...handlers(pictures, {
    get: (ctx, { params }) => getPictureFile(ctx, params.picture),
  }),
  ...handlers(adminUserNotes, {
    list: (ctx, { params, query }) => listUserNotes(ctx, params.id, query),
    create: (ctx, { params, body }) => createUserNote(ctx, params.id, body),
    change: (ctx, { params, body }) => changeUserNote(ctx, params, body),
    remove: (ctx, { params }) => deleteUserNote(ctx, params),
  }),
  ...handlers(adminEmailChange, {
    change: (ctx, { params, body }) => changeEmailAsAdmin(ctx, params.id, body),
  }),
  ...handlers(adminUsers, {
    list: (ctx, { query }) => listUsers(ctx, query, listCustomerFacts),
    many: (ctx, { query }) => listUsersById(ctx, query.ids),
    create: (ctx, { body }) => createUserAsAdmin(ctx, body),
    get: (ctx, { params }) => getUser(ctx.db, params.id),
    change: (ctx, { params, body }) => changeUser(ctx, params.id, body),
    invite: (ctx, { params }) => inviteUser(ctx, params.id),
    sessions: (ctx, { params, query }) => listUserSessions(ctx, params.id, query),
    signOut: (ctx, { params, body }) => signOutUser(ctx, params.id, body),
    impersonate: (ctx, { params, body }) => impersonate(ctx, params.id, body),
    endImpersonation: (ctx) => endImpersonation(ctx),
  }),
]

/** Whether a code may be mailed, by the limits of those who ask for one: signing in sends one without being asked. */
async function countCodeMail(limiter: RateLimiter, by: { address: string; email: string }): Promise<boolean> {
  const counts = await limiter.count(auth.resendVerification.limits ?? [], by)
  return counts.every(({ isOver }) => !isOver)
}
