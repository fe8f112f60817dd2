import { account, pictures } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { addUser } from './add-user.ts'
import { changeProfile } from './change-profile.ts'
import { changeUser } from './change-user.ts'
import { type Closing, closeAccount } from './close-account.ts'
import { endImpersonation } from './end-impersonation.ts'
import { endOneSession } from './end-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { impersonate } from './impersonate.ts'
import { inviteUser } from './invite-user.ts'
import { listSessions, listSessionsOf } from './list-sessions.ts'
import { listUsers } from './list-users.ts'
import { manyUsers } from './many-users.ts'
import { me, type SubscriptionOf } from './me.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { removePicture } from './remove-picture.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPassword } from './reset-password.ts'
import { showPicture } from './show-picture.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { signOutUser } from './sign-out-user.ts'
import type { SessionDays } from './start-session.ts'
import { updatePassword } from './update-password.ts'
import { updatePicture } from './update-picture.ts'
import { userOf } from './user-of.ts'
import { verifyEmail } from './verify-email.ts'

type Given = Closing & {
  /** What there is to say of a user's live subscription. */
  subscriptionOf: SubscriptionOf
  /** How long sessions may last. */
  sessionDays: SessionDays
}

export const identityRoutes = ({ subscriptionOf, sessionDays, ...closing }: Given): Route[] => [
  ...handlers(auth, {
    register: (ctx, { body }) => register(ctx, body),
    verifyEmail: (ctx, { body }) => verifyEmail(ctx, body, sessionDays),
    resendVerification: (ctx, { body }) => resendVerification(ctx, body),
    login: (ctx, { body }) => signIn(ctx, body, sessionDays),
    forgotPassword: (ctx, { body }) => forgotPassword(ctx, body),
    resetPassword: (ctx, { body }) => resetPassword(ctx, body),
    refresh: (ctx, { body }) => refreshSession(ctx, body.refreshToken),
  }),
  ...handlers(account, {
    me: (ctx) => me(ctx, subscriptionOf),
    change: (ctx, { body }) => changeProfile(ctx, body),
    sessions: (ctx, { query }) => listSessions(ctx, query),
    endSession: (ctx, { params }) => endOneSession(ctx, params.sessionId),
    updatePassword: (ctx, { body }) => updatePassword(ctx, body),
    logout: (ctx) => signOut(ctx),
    logoutAll: (ctx, { query }) => signOutEverywhere(ctx, query),
    updatePicture: (ctx, { body }) => updatePicture(ctx, body),
    removePicture: (ctx) => removePicture(ctx),
    close: (ctx, { body }) => closeAccount(ctx, body, closing),
  }),
  ...handlers(pictures, {
    get: (ctx, { params }) => showPicture(ctx, params.picture),
  }),
  ...handlers(adminUsers, {
    list: (ctx, { query }) => listUsers(ctx, query),
    many: (ctx, { query }) => manyUsers(ctx, query.ids),
    create: (ctx, { body }) => addUser(ctx, body),
    get: (ctx, { params }) => userOf(ctx.db, params.id),
    change: (ctx, { params, body }) => changeUser(ctx, params.id, body),
    invite: (ctx, { params }) => inviteUser(ctx, params.id),
    sessions: (ctx, { params, query }) => listSessionsOf(ctx, params.id, query),
    signOut: (ctx, { params, body }) => signOutUser(ctx, params.id, body),
    impersonate: (ctx, { params, body }) => impersonate(ctx, params.id, body),
    endImpersonation: (ctx) => endImpersonation(ctx),
  }),
]
