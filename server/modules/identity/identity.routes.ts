import { auth } from '@dooryard/contract/auth'
import { handlers } from '../../platform/http/handlers.ts'
import { me } from './me.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const identityRoutes = handlers(auth, {
  login: (ctx, { body }) => signIn(ctx, body),
  refresh: (ctx, { body }) => refreshSession(ctx, body.refreshToken),
  me: (ctx) => me(ctx),
  logout: (ctx) => signOut(ctx),
})
