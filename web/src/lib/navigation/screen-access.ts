import { type Role, roles } from '@dooryard/contract/api/roles'

/** Who may open a screen: guests, everybody, or the listed roles. */
type ScreenAccess = 'GUESTS' | 'EVERYBODY' | readonly Role[]

const everyRole = roles
const admins: ScreenAccess = ['SUPER_ADMIN']
const enterprises: ScreenAccess = ['ENTERPRISE_USER']
const consumers: ScreenAccess = ['CONSUMER_USER']

/** Every screen and who may open it. `$` marks a path parameter. */
export const accessByPath: Readonly<Record<string, ScreenAccess>> = {
  '/': 'GUESTS',
  '/login': 'GUESTS',
  '/login/link': 'EVERYBODY',
  '/login/callback': 'EVERYBODY',
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

const splitPath = (path: string) => path.split('/').filter(Boolean)

const patterns = Object.entries(accessByPath).map(([pattern, access]) => ({ parts: splitPath(pattern), area: access }))

/**
 * Who may open the screen at a path or route pattern. Like the router, it ignores case and a trailing slash. Unknown
 * paths in the portal are for any signed-in user, all others for everybody.
 */
export function getScreenAccess(path: string): ScreenAccess {
  const parts = splitPath(path)
  const isMatch = (part: string, index: number) => part.startsWith('$') || part === parts[index]?.toLowerCase()
  const known = patterns.find((pattern) => pattern.parts.length === parts.length && pattern.parts.every(isMatch))
  if (known) return known.area
  return parts[0]?.toLowerCase() === 'portal' ? everyRole : 'EVERYBODY'
}

export function canAccess(role: Role, path: string): boolean {
  const access = getScreenAccess(path)
  return Array.isArray(access) && access.includes(role)
}
