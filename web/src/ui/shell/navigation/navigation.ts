import type { Role } from '@dooryard/contract/api/roles'
import {
  Activity,
  BadgePercent,
  Bell,
  Bookmark,
  BookOpen,
  Building2,
  CalendarCheck,
  Coins,
  CreditCard,
  Database,
  Filter,
  HandCoins,
  Handshake,
  History,
  Home,
  KeyRound,
  List,
  ListX,
  type LucideIcon,
  Mail,
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

const screen = <To extends string>(label: string, to: To, icon: LucideIcon, rules: ScreenRules = {}) => ({
  label,
  to,
  icon,
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
      screen('Home', '/portal', Home, { notFor: 'CONSUMER_USER' }),
      // The home of a consumer is their orders screen.
      screen('Orders', '/portal', PackageOpen, { onlyFor: 'CONSUMER_USER' }),
      screen('Today', '/portal/today', CalendarCheck),
    ],
  },
  {
    label: 'Find',
    screens: [
      screen('Lead finder', '/portal/lead-finder', Search),
      screen('Buyer finder', '/portal/buyer-finder', HandCoins),
      screen('Pipeline builder', '/portal/pipeline-builder', Filter),
      screen('Saved searches', '/portal/settings/saved-searches', Bookmark),
      screen('Lists', '/portal/lists', List),
      screen('Suppression lists', '/portal/settings/suppression-lists', ListX),
      screen('Data coverage', '/portal/coverage', Database, unlisted),
    ],
  },
  {
    label: 'Outreach',
    screens: [
      screen('Campaigns', '/portal/campaigns', Megaphone),
      screen('Recurring orders', '/portal/recurring-orders', Repeat),
      screen('Letters', '/portal/letters', Mail),
      screen('New campaign', '/portal/campaigns/create', Plus, unlisted),
    ],
  },
  {
    label: 'Connect',
    screens: [
      screen('Integration', '/portal/integration', Workflow, forEnterprise),
      screen('API keys', '/portal/api-keys', KeyRound, forEnterprise),
      screen('Webhooks', '/portal/webhooks', Webhook, forEnterprise),
      screen('API reference', '/portal/api-reference', BookOpen),
    ],
  },
  {
    label: 'Account',
    screens: [
      screen('Profile', '/portal/settings/profile', UserRound, unlisted),
      screen('Account', '/portal/settings/account', ShieldCheck, unlisted),
      screen('Notifications', '/portal/settings/notifications', Bell, unlisted),
      screen('Billing', '/portal/settings/billing', CreditCard, forSpenders),
      screen('Subscription', '/portal/settings/subscription', Repeat, unlisted),
      screen('Pay as you go', '/portal/settings/pay-as-you-go', Coins, forSpenders),
      screen('Credit history', '/portal/settings/credit-history', History, forSpenders),
    ],
  },
  {
    label: 'Customers',
    screens: [
      screen('Users', '/portal/users', Users),
      screen('Payments', '/portal/payments', CreditCard),
      screen('Revenue', '/portal/revenue', Coins),
      screen('Enterprise campaigns', '/portal/enterprise-campaigns', Building2),
      screen('Enterprise orders', '/portal/enterprise-orders', PackageSearch),
      screen('Orders', '/portal/orders', PackageOpen, forAdmins),
    ],
  },
  {
    label: 'Sales',
    screens: [
      screen('Credit settings', '/portal/credit-settings', SlidersHorizontal),
      screen('Pricing', '/portal/plans', Package),
      screen('Coupons', '/portal/coupons', BadgePercent),
      screen('Affiliates', '/portal/affiliates', Handshake),
    ],
  },
  {
    label: 'System',
    screens: [
      screen('Operations', '/portal/operations', Activity),
      screen('Integration', '/portal/integration', Workflow, forAdmins),
      screen('API keys', '/portal/api-keys', KeyRound, forAdmins),
      screen('Webhooks', '/portal/webhooks', Webhook, forAdmins),
      screen('Data', '/portal/data', Database),
      screen('Audit log', '/portal/audit-log', ScrollText),
    ],
  },
]

export type ScreenPath = (typeof sections)[number]['screens'][number]['to']

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
