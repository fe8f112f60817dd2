import type { Role } from '@dooryard/contract/roles'
import { areaOf } from './areas.ts'
import { safeRedirect } from './safe-redirect.ts'
import type { Change } from './session.ts'

const portalHome = '/portal'
/** The orders screen: where a signed-in visitor to a guests' page ends. Those who may not see it are sent on from there. */
const ordersScreen = '/portal/campaigns'
const campaignCreation = '/portal/campaigns/create'

type Visit = {
  /** The path of the screen, or the pattern it matched. */
  path: string
  /** The whole address that was asked for. */
  href: string
  role: Role | null
}

/** Where a visit leads instead; null when it may stay. Following it ends after at most three steps. */
export function landing({ path, href, role }: Visit): string | null {
  const area = areaOf(path)
  if (area === 'EVERYBODY') return null
  if (area === 'GUESTS') return role ? ordersScreen : path === '/' ? '/login' : null
  if (!role) return loginFor(href)
  return area.includes(role) ? null : portalHome
}

/** Where signing in leads: to the page asked for, else to what the role does first. */
export function landingAfterSignIn(role: Role, redirect: string | undefined): string {
  const asked = allowedRedirect(redirect)
  if (asked) return asked
  return role === 'ENTERPRISE_USER' || role === 'CONSUMER_USER' ? campaignCreation : portalHome
}

/**
 * Where a tab goes when somebody else is signed in than before, or nobody; null when it may stay where its address still
 * leads. `path` and `href` are where it is.
 */
export function landingAfterChange({ before, after, why }: Change, { path, href }: Pick<Visit, 'path' | 'href'>) {
  const isPortal = Array.isArray(areaOf(path))
  if (!after.isAuthenticated) return isPortal ? (why === 'asked' ? '/login' : loginFor(href)) : null
  if (why === 'asked' || why === 'expired')
    return safeRedirect(before.afterImpersonationState?.startedFrom) ?? portalHome
  if (why === 'started') return after.afterImpersonationState ? portalHome : null
  if (!before.isAuthenticated && areaOf(path) === 'GUESTS') return allowedRedirect(redirectIn(href)) ?? null
  return isPortal ? portalHome : null
}

const redirectIn = (href: string) => new URL(href, 'https://this.site').searchParams.get('redirect') ?? undefined

const loginFor = (href: string) => `/login?redirect=${encodeURIComponent(href)}`

/** The redirect asked for, if it stays on site and leads to a screen that a signed-in user can stay on. */
function allowedRedirect(redirect: string | undefined): string | undefined {
  const asked = safeRedirect(redirect)
  if (!asked) return undefined
  const { pathname } = new URL(asked, 'https://this.site')
  return areaOf(decodeURIComponent(pathname)) === 'GUESTS' ? undefined : asked
}
