import type { Role } from '@dooryard/contract/api/roles'
import type { ScreenPath } from '../navigation.ts'

/** Other names for the screens; apart from them, since only the command palette needs the names. */
const keywords: Record<ScreenPath, string> = {
  '/portal': 'dashboard start overview',
  '/portal/today': 'tasks to do due overdue reminders next action follow up agenda',
  '/portal/lead-finder': 'search properties owners list map',
  '/portal/buyer-finder': 'cash buyers investors flippers landlords who bought',
  '/portal/pipeline-builder': 'stack lists funnel stages board kanban leads notes',
  '/portal/settings/saved-searches': 'default changes alerts new matches',
  '/portal/lists': 'by hand upload addresses lasso driving for dollars collection',
  '/portal/settings/suppression-lists': 'exclude customers returned mail upload',
  '/portal/coverage': 'counties states sources freshness licence license data quality map',
  '/portal/campaigns': 'orders lists outreach',
  '/portal/letters': 'mail postcards labels templates print envelope direct mail',
  '/portal/recurring-orders': 'schedule automatic repeat subscription weekly new matches',
  '/portal/campaigns/create': 'create start campaign audience',
  '/portal/integration':
    'connect crm dialer developer first call do not call dnc registry san lists suppression imports',
  '/portal/api-keys': 'tokens secrets developer programs access usage',
  '/portal/webhooks': 'events endpoints notifications callbacks developer',
  '/portal/api-reference': 'openapi documentation calls developer try',
  '/portal/settings/profile': 'settings name phone company address picture',
  '/portal/settings/account': 'settings password sessions devices close',
  '/portal/settings/notifications': 'settings alerts email mails bell webhook reminders unsubscribe',
  '/portal/settings/billing': 'settings invoices card payment cancel receipts',
  '/portal/settings/subscription': 'settings plan upgrade downgrade monthly',
  '/portal/settings/pay-as-you-go': 'settings buy credits pack coupon top-up',
  '/portal/settings/credit-history': 'settings ledger balance holds spent',
  '/portal/users': 'people accounts customers act as impersonate invite roles credits',
  '/portal/revenue': 'mrr churn growth sales subscriptions statistics finance',
  '/portal/payments': 'refunds invoices credit notes money stripe transactions everybody',
  '/portal/enterprise-campaigns': 'outreach everybody customers export',
  '/portal/enterprise-orders': 'orders of campaigns everybody retry fail refund',
  '/portal/orders': 'all everybody consumers retry fail refund export',
  '/portal/credit-settings': 'prices credits per lead minimum volume',
  '/portal/plans': 'offers prices subscriptions sandbox clock',
  '/portal/coupons': 'discounts codes affiliates redemptions',
  '/portal/affiliates': 'commissions payouts partners referrals',
  '/portal/operations': 'health jobs queue workers streams stores versions failed retry',
  '/portal/data': 'rolls import upload counties coverage rejects sources',
  '/portal/audit-log': 'history who did what security',
}

/** Where a screen is another one for a role. */
const keywordsByRole: Partial<Record<Role, Partial<Record<ScreenPath, string>>>> = {
  CONSUMER_USER: {
    '/portal': 'home dashboard start lists downloads',
  },
  SUPER_ADMIN: {
    '/portal/integration':
      'do not call dnc registry san lists suppression contacts skip trace vendor imports payments stripe',
    '/portal/api-keys': 'tokens secrets programs everybody revoke',
    '/portal/webhooks': 'endpoints health failing disable everybody',
  },
}

/** Returns other names for a screen, which the command palette finds it by. */
export const getScreenKeywords = (role: Role, to: ScreenPath): string => keywordsByRole[role]?.[to] ?? keywords[to]
