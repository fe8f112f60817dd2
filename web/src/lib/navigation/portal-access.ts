import { roles as everyRole, type Role } from '@dooryard/contract/api/roles'
import { type AccessByPath, addScreens, getScreenAccess, type ScreenAccess } from './screen-access.ts'

const admins: ScreenAccess = ['SUPER_ADMIN']
const enterprises: ScreenAccess = ['ENTERPRISE_USER']
const consumers: ScreenAccess = ['CONSUMER_USER']

/** The screens of the portal and who may open them. */
export const portalAccess: AccessByPath = {
  '/portal': everyRole,
  '/portal/today': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/settings': everyRole,
  '/portal/settings/profile': everyRole,
  '/portal/settings/account': everyRole,
  '/portal/settings/notifications': ['SUPER_ADMIN', 'ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/settings/billing': everyRole,
  '/portal/settings/subscription': everyRole,
  '/portal/subscription': everyRole,
  '/portal/settings/pay-as-you-go': everyRole,
  '/portal/settings/credit-history': everyRole,
  '/portal/settings/saved-searches': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/lists': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/settings/suppression-lists': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/recurring-orders': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/letters': ['ENTERPRISE_USER', 'CONSUMER_USER'],
  '/portal/coverage': everyRole,
  '/portal/lead-finder': consumers,
  '/portal/buyer-finder': consumers,
  '/portal/pipeline-builder': consumers,
  '/portal/orders/create': consumers,
  '/portal/orders/single-leads': consumers,
  '/portal/orders/$orderId': ['CONSUMER_USER', 'SUPER_ADMIN'],
  '/portal/campaigns': enterprises,
  '/portal/campaigns/create': enterprises,
  '/portal/campaigns/$campaignId': enterprises,
  '/portal/campaigns/$campaignId/orders/create': enterprises,
  '/portal/campaigns/$campaignId/orders/$orderId': enterprises,
  '/portal/properties/$propertyId': ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/integration': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/api-keys': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/api-reference': enterprises,
  '/portal/webhooks': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/webhooks/$webhookId': ['ENTERPRISE_USER', 'SUPER_ADMIN'],
  '/portal/users': admins,
  '/portal/users/$id/statistics': admins,
  '/portal/payments': admins,
  '/portal/revenue': admins,
  '/portal/enterprise-campaigns': admins,
  '/portal/enterprise-campaigns/$campaignId': admins,
  '/portal/enterprise-campaigns/$campaignId/orders/$orderId': admins,
  '/portal/enterprise-orders': admins,
  '/portal/orders': admins,
  '/portal/coupons': admins,
  '/portal/affiliates': admins,
  '/portal/credit-settings': admins,
  '/portal/plans': admins,
  '/portal/audit-log': admins,
  '/portal/data': admins,
  '/portal/data/add': admins,
  '/portal/operations': admins,
}

addScreens(portalAccess)

export function canAccess(role: Role, path: string): boolean {
  const access = getScreenAccess(path)
  return Array.isArray(access) && access.includes(role)
}
