import type { Role } from '@dooryard/contract/api/roles'
import {
  Activity,
  BadgePercent,
  Bookmark,
  BookOpen,
  Building2,
  Coins,
  CreditCard,
  Database,
  Filter,
  HandCoins,
  History,
  Home,
  KeyRound,
  ListX,
  type LucideIcon,
  Megaphone,
  Package,
  PackageOpen,
  PackageSearch,
  Plus,
  Repeat,
  ScrollText,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import { canAccess } from '../../../lib/navigation/portal-access.ts'

type ScreenRules = {
  /** Only in the command palette. */
  unlisted?: true
  /** In the sidebar of users who spend credits, and in every command palette. */
  forSpenders?: true
  /** Hidden from this role, or shown to this role only. */
  notFor?: Role
  onlyFor?: Role
}

/** A screen; `keywords` are other names for it, for the command palette. */
const screen = <To extends string>(
  label: string,
  to: To,
  icon: LucideIcon,
  keywords: string,
  rules: ScreenRules = {},
) => ({
  label,
  to,
  icon,
  keywords,
  rules,
})

const forAdmins: ScreenRules = { onlyFor: 'SUPER_ADMIN' }
const forEnterprise: ScreenRules = { onlyFor: 'ENTERPRISE_USER' }
const forSpenders: ScreenRules = { forSpenders: true }
const unlisted: ScreenRules = { unlisted: true }

const sections = [
  {
    label: undefined,
    screens: [
      screen('Home', '/portal', Home, 'dashboard start overview', { notFor: 'CONSUMER_USER' }),
      // The home of a consumer is their orders screen.
      screen('Orders', '/portal', PackageOpen, 'home dashboard start lists downloads', { onlyFor: 'CONSUMER_USER' }),
    ],
  },
  {
    label: 'Find',
    screens: [
      screen('Lead finder', '/portal/lead-finder', Search, 'search properties owners list map'),
      screen('Buyer finder', '/portal/buyer-finder', HandCoins, 'cash buyers investors flippers landlords who bought'),
      screen(
        'Pipeline builder',
        '/portal/pipeline-builder',
        Filter,
        'stack lists funnel stages board kanban leads notes',
      ),
      screen('Saved searches', '/portal/settings/saved-searches', Bookmark, 'default changes alerts new matches'),
      screen(
        'Suppression lists',
        '/portal/settings/suppression-lists',
        ListX,
        'exclude customers returned mail upload',
      ),
    ],
  },
  {
    label: 'Outreach',
    screens: [
      screen('Campaigns', '/portal/campaigns', Megaphone, 'orders lists outreach'),
      screen('New campaign', '/portal/campaigns/create', Plus, 'create start campaign audience', unlisted),
    ],
  },
  {
    label: 'Connect',
    screens: [
      screen(
        'Integration',
        '/portal/integration',
        Workflow,
        'connect crm dialer developer first call do not call dnc registry san lists suppression imports',
        forEnterprise,
      ),
      screen('API keys', '/portal/api-keys', KeyRound, 'tokens secrets developer programs access usage', forEnterprise),
      screen(
        'Webhooks',
        '/portal/webhooks',
        Webhook,
        'events endpoints notifications callbacks developer',
        forEnterprise,
      ),
      screen('API reference', '/portal/api-reference', BookOpen, 'openapi documentation calls developer try'),
    ],
  },
  {
    label: 'Account',
    screens: [
      screen('Profile', '/portal/settings/profile', UserRound, 'settings name phone company address picture', unlisted),
      screen('Account', '/portal/settings/account', ShieldCheck, 'settings password sessions devices close', unlisted),
      screen(
        'Billing',
        '/portal/settings/billing',
        CreditCard,
        'settings invoices card payment cancel receipts',
        forSpenders,
      ),
      screen(
        'Subscription',
        '/portal/settings/subscription',
        Repeat,
        'settings plan upgrade downgrade monthly',
        unlisted,
      ),
      screen(
        'Pay as you go',
        '/portal/settings/pay-as-you-go',
        Coins,
        'settings buy credits pack coupon top-up',
        forSpenders,
      ),
      screen(
        'Credit history',
        '/portal/settings/credit-history',
        History,
        'settings ledger balance holds spent',
        forSpenders,
      ),
    ],
  },
  {
    label: 'Customers',
    screens: [
      screen('Users', '/portal/users', Users, 'people accounts customers act as impersonate invite roles credits'),
      screen('Enterprise campaigns', '/portal/enterprise-campaigns', Building2, 'outreach everybody customers export'),
      screen(
        'Enterprise orders',
        '/portal/enterprise-orders',
        PackageSearch,
        'orders of campaigns everybody retry fail refund',
      ),
      screen('Orders', '/portal/orders', PackageOpen, 'all everybody consumers retry fail refund export', forAdmins),
    ],
  },
  {
    label: 'Offers',
    screens: [
      screen('Credit settings', '/portal/credit-settings', SlidersHorizontal, 'prices credits per lead minimum volume'),
      screen('Plans and packs', '/portal/plans', Package, 'offers prices subscriptions sandbox clock'),
      screen('Coupons', '/portal/coupons', BadgePercent, 'discounts codes affiliates redemptions'),
    ],
  },
  {
    label: 'System',
    screens: [
      screen(
        'Operations',
        '/portal/operations',
        Activity,
        'health jobs queue workers streams stores versions failed retry',
      ),
      screen(
        'Integration',
        '/portal/integration',
        Workflow,
        'do not call dnc registry san lists suppression contacts skip trace vendor imports payments stripe',
        forAdmins,
      ),
      screen('API keys', '/portal/api-keys', KeyRound, 'tokens secrets programs everybody revoke', forAdmins),
      screen('Webhooks', '/portal/webhooks', Webhook, 'endpoints health failing disable everybody', forAdmins),
      screen('Data', '/portal/data', Database, 'rolls import upload counties coverage rejects sources'),
      screen('Audit log', '/portal/audit-log', ScrollText, 'history who did what security'),
    ],
  },
]

export const canSpendCredits = (role: Role) => role === 'ENTERPRISE_USER' || role === 'CONSUMER_USER'

/** The screens of a role, in sections: those of the sidebar, or with `all` those of the command palette. */
export const listSections = (role: Role, all = false) =>
  sections
    .map(({ label, screens }) => ({
      label,
      screens: screens.filter(
        ({ to, rules: { unlisted, forSpenders, notFor, onlyFor = role } }) =>
          canAccess(role, to) &&
          notFor !== role &&
          onlyFor === role &&
          (all || (!unlisted && (!forSpenders || canSpendCredits(role)))),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
