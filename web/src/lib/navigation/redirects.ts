import type { Role } from '@dooryard/contract/api/roles'
import type { SessionChange } from '../session/session.ts'
import { toSafeRedirect } from './safe-redirect.ts'
import { getScreenAccess } from './screen-access.ts'

export const portalHome = '/portal'
/**
 * The orders screen, where guest pages redirect signed-in visitors. Roles that may not open it are redirected again.
 */
const ordersScreen = '/portal/campaigns'
const campaignCreation = '/portal/campaigns/create'

type Visit = {
  /** The path of the screen, or its route pattern. */
  path: string
  /** The full requested address. */
  href: string
  role: Role | null
}

/** Where a visit is redirected; null when it may stay. There are at most three redirects. */
export function getRedirect({ path, href, role }: Visit): string | null {
  const access = getScreenAccess(path)
  if (access === 'EVERYBODY') return null
  if (access === 'GUESTS') return role ? ordersScreen : path === '/' ? '/login' : null
  if (!role) return buildLoginUrl(href)
  return access.includes(role) ? null : portalHome
}

/** Where sign-in leads: to the requested page, else to the role's first task. */
export function getRedirectAfterSignIn(role: Role, redirect: string | undefined): string {
  const target = getAllowedRedirect(redirect)
  if (target) return target
  return role === 'ENTERPRISE_USER' || role === 'CONSUMER_USER' ? campaignCreation : portalHome
}

/**
 * Where a tab goes when another user, or nobody, is signed in; null when it may stay. `path` and `href` are its
 * current location.
 */
export function getRedirectAfterSessionChange(
  { before, after, reason }: SessionChange,
  { path, href }: Pick<Visit, 'path' | 'href'>,
) {
  const isPortal = Array.isArray(getScreenAccess(path))
  if (!after.isAuthenticated) return isPortal ? (reason === 'asked' ? '/login' : buildLoginUrl(href)) : null
  if (reason === 'asked' || reason === 'expired')
    return toSafeRedirect(before.afterImpersonationState?.startedFrom) ?? portalHome
  if (reason === 'started') return after.afterImpersonationState ? portalHome : null
  if (!before.isAuthenticated && getScreenAccess(path) === 'GUESTS')
    return getAllowedRedirect(getRedirectParam(href)) ?? null
  return isPortal ? portalHome : null
}

const getRedirectParam = (href: string) => new URL(href, 'https://this.site').searchParams.get('redirect') ?? undefined

const buildLoginUrl = (href: string) => `/login?redirect=${encodeURIComponent(href)}`

/** The requested redirect, if it stays on this site and leads to a screen that a signed-in user may open. */
function getAllowedRedirect(redirect: string | undefined): string | undefined {
  const target = toSafeRedirect(redirect)
  if (!target) return undefined
  const { pathname } = new URL(target, 'https://this.site')
  return getScreenAccess(decodeURIComponent(pathname)) === 'GUESTS' ? undefined : target
}
