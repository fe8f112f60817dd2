import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { PublicContext } from '../../context.ts'

const name = 'dooryard.device'

/** No script can read the cookie, no other site can send it, and only sign-in receives it. It opens nothing by itself. */
export const createDeviceCookie = (request: HonoContext, publicUrl: string): NonNullable<PublicContext['device']> => ({
  token: getCookie(request, name),
  remember: (token, until) =>
    setCookie(request, name, token, {
      ...{ path: '/v1/auth', httpOnly: true, sameSite: 'Strict', expires: until },
      secure: publicUrl.startsWith('https:'),
    }),
})
