import type { Role } from '@dooryard/contract/roles'
import { safeRedirect } from './safe-redirect.ts'

export const portalHome = '/portal'
/** The orders screen: where a signed-in visitor to a public page ends. Its guard sends those on who may not see it. */
export const ordersScreen = '/portal/campaigns'
const campaignCreation = '/portal/campaigns/create'

/** Where signing in leads: to the page asked for, else to what the role does first. */
export function landingAfterSignIn(role: Role, redirect: string | undefined): string {
  const asked = safeRedirect(redirect)
  if (asked) return asked
  return role === 'ENTERPRISE_USER' || role === 'CONSUMER_USER' ? campaignCreation : portalHome
}

/** Where a visitor to `/` goes. */
export const landingOfHome = (isAuthenticated: boolean) => (isAuthenticated ? ordersScreen : '/login')

/** Whether a role may enter an area; those who may not are sent to the portal home. */
export const mayEnter = (role: Role | undefined, area: readonly Role[]) => role !== undefined && area.includes(role)
