import { type Role, roles } from '@dooryard/contract/roles'

/** Whom a screen is for: those who are not signed in, everybody, or the roles listed. */
type Area = 'GUESTS' | 'EVERYBODY' | readonly Role[]

const everyRole = roles
const admins: Area = ['SUPER_ADMIN']
const enterprises: Area = ['ENTERPRISE_USER']
const consumers: Area = ['CONSUMER_USER']

/** Every screen there is, and whom it is for. `$` starts the name of a part that varies. */
export const areas: Readonly<Record<string, Area>> = {
  '/': 'GUESTS',
  '/login': 'GUESTS',
  '/register': 'GUESTS',
  '/forgot-password': 'EVERYBODY',
  '/reset-password': 'EVERYBODY',
  '/verify-email': 'EVERYBODY',
  '/terms': 'EVERYBODY',
  '/privacy': 'EVERYBODY',
  '/refund-policy': 'EVERYBODY',
  '/dev/outbox': 'EVERYBODY',
  '/sandbox/checkout': 'EVERYBODY',
  '/portal': everyRole,
  '/portal/settings': everyRole,
  '/portal/settings/profile': everyRole,
  '/portal/settings/account': everyRole,
  '/portal/settings/billing': everyRole,
  '/portal/settings/subscription': everyRole,
  '/portal/subscription': everyRole,
  '/portal/settings/pay-as-you-go': everyRole,
  '/portal/settings/credit-history': everyRole,
  '/portal/settings/saved-searches': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/lead-finder': consumers,
  '/portal/buyer-finder': consumers,
  '/portal/pipeline-builder': consumers,
  '/portal/orders/create': consumers,
  '/portal/orders/$orderId': ['CONSUMER_USER', 'SUPER_ADMIN'],
  '/portal/campaigns': enterprises,
  '/portal/campaigns/create': enterprises,
  '/portal/campaigns/$campaignId': enterprises,
  '/portal/campaigns/$campaignId/orders/create': enterprises,
  '/portal/campaigns/$campaignId/orders/$orderId': enterprises,
  '/portal/integration': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/api-keys': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/api-reference': enterprises,
  '/portal/webhooks': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/webhooks/$webhookId': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/users': admins,
  '/portal/users/$id/statistics': admins,
  '/portal/enterprise-campaigns': admins,
  '/portal/enterprise-campaigns/$campaignId': admins,
  '/portal/enterprise-campaigns/$campaignId/orders/$orderId': admins,
  '/portal/enterprise-orders': admins,
  '/portal/orders': admins,
  '/portal/coupons': admins,
  '/portal/credit-settings': admins,
  '/portal/plans': admins,
  '/portal/audit-log': admins,
  '/portal/data': admins,
  '/portal/operations': admins,
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

const patterns = Object.entries(areas).map(([pattern, area]) => ({ parts: partsOf(pattern), area }))

/**
 * Whom the screen at a path is for, which may be a pattern itself; as the router reads it, without regard to case and to
 * a slash at its end. An address of the portal that is no screen is for whoever is signed in, any other for everybody.
 */
export function areaOf(path: string): Area {
  const parts = partsOf(path)
  const isLike = (part: string, index: number) => part.startsWith('$') || part === parts[index]?.toLowerCase()
  const known = patterns.find((pattern) => pattern.parts.length === parts.length && pattern.parts.every(isLike))
  if (known) return known.area
  return parts[0]?.toLowerCase() === 'portal' ? everyRole : 'EVERYBODY'
}

export function mayEnter(role: Role, path: string): boolean {
  const area = areaOf(path)
  return Array.isArray(area) && area.includes(role)
}
