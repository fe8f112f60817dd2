import { account, pictures } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { changeProfile, changeUser } from './change-user.ts'
import { type Closing, closeAccount } from './close-account.ts'
import { addUser } from './create-user.ts'
import { endImpersonation, impersonate } from './impersonate.ts'
import { inviteUser } from './invite-user.ts'
import { forgotPassword, resendVerification } from './mail-code.ts'
import { removePicture, showPicture, updatePicture } from './pictures.ts'
import { register, verifyEmail } from './register.ts'
import { endOneSession, listSessions, listSessionsOf, signOut, signOutEverywhere, signOutUser } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { refreshSession, type SessionDays } from './start-session.ts'
import { resetPassword, updatePassword } from './update-password.ts'
import { listUsers, manyUsers, me, type SubscriptionOf, userOf } from './users.ts'

type Given = Closing & {
  subscriptionOf: SubscriptionOf
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
