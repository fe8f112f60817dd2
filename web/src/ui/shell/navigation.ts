import type { Role } from '@dooryard/contract/roles'
import {
  Bookmark,
  BookOpen,
  Coins,
  CreditCard,
  Filter,
  HandCoins,
  History,
  Home,
  KeyRound,
  type LucideIcon,
  Megaphone,
  PackageOpen,
  Plus,
  Repeat,
  Search,
  ShieldCheck,
  UserRound,
  Webhook,
  Workflow,
} from 'lucide-react'
import { mayEnter } from '../../lib/areas.ts'
import { adminSections } from './admin-sections.ts'

export type Screen = {
  label: string
  to:
    | '/portal'
    | '/portal/lead-finder'
    | '/portal/buyer-finder'
    | '/portal/pipeline-builder'
    | '/portal/settings/saved-searches'
    | '/portal/integration'
    | '/portal/api-keys'
    | '/portal/api-reference'
    | '/portal/webhooks'
    | '/portal/campaigns'
    | '/portal/campaigns/create'
    | '/portal/settings/profile'
    | '/portal/settings/account'
    | '/portal/settings/billing'
    | '/portal/settings/subscription'
    | '/portal/settings/pay-as-you-go'
    | '/portal/settings/credit-history'
    | '/portal/coupons'
    | '/portal/credit-settings'
    | '/portal/plans'
    | '/portal/users'
    | '/portal/enterprise-campaigns'
    | '/portal/enterprise-orders'
    | '/portal/orders'
    | '/portal/operations'
    | '/portal/audit-log'
    | '/portal/data'
  icon: LucideIcon
  /** What else people call it, for the command palette. */
  keywords: string
  /** In the command palette only. */
  unlisted?: true
  /** In the sidebar of those who spend credits, and in everybody's command palette. */
  forSpenders?: true
  /** In everybody's but theirs, or in theirs alone. */
  notFor?: Role
  onlyFor?: Role
}

export type Section = { label?: string; screens: Screen[] }

const sections: Section[] = [
  {
    screens: [
      { label: 'Home', to: '/portal', icon: Home, keywords: 'dashboard start overview', notFor: 'CONSUMER_USER' },
      {
        // A consumer's home is their orders screen.
        label: 'Orders',
        to: '/portal',
        icon: PackageOpen,
        keywords: 'home dashboard start lists downloads',
        onlyFor: 'CONSUMER_USER',
      },
    ],
  },
  {
    label: 'Find',
    screens: [
      {
        label: 'Lead finder',
        to: '/portal/lead-finder',
        icon: Search,
        keywords: 'search properties owners list map',
      },
      {
        label: 'Buyer finder',
        to: '/portal/buyer-finder',
        icon: HandCoins,
        keywords: 'cash buyers investors flippers landlords who bought',
      },
      {
        label: 'Pipeline builder',
        to: '/portal/pipeline-builder',
        icon: Filter,
        keywords: 'stack lists funnel stages board kanban leads notes',
      },
      {
        label: 'Saved searches',
        to: '/portal/settings/saved-searches',
        icon: Bookmark,
        keywords: 'default changes alerts new matches',
      },
    ],
  },
  {
    label: 'Outreach',
    screens: [
      {
        label: 'Campaigns',
        to: '/portal/campaigns',
        icon: Megaphone,
        keywords: 'orders lists outreach',
      },
      {
        label: 'New campaign',
        to: '/portal/campaigns/create',
        icon: Plus,
        keywords: 'create start campaign audience',
        unlisted: true,
      },
    ],
  },
  {
    label: 'Connect',
    screens: [
      {
        label: 'Integration',
        to: '/portal/integration',
        icon: Workflow,
        keywords: 'connect crm dialer developer first call do not call dnc registry san lists suppression imports',
        onlyFor: 'ENTERPRISE_USER',
      },
      {
        label: 'API keys',
        to: '/portal/api-keys',
        icon: KeyRound,
        keywords: 'tokens secrets developer programs access usage',
        onlyFor: 'ENTERPRISE_USER',
      },
      {
        label: 'Webhooks',
        to: '/portal/webhooks',
        icon: Webhook,
        keywords: 'events endpoints notifications callbacks developer',
        onlyFor: 'ENTERPRISE_USER',
      },
      {
        label: 'API reference',
        to: '/portal/api-reference',
        icon: BookOpen,
        keywords: 'openapi documentation calls developer try',
      },
    ],
  },
  {
    label: 'Account',
    screens: [
      {
        label: 'Profile',
        to: '/portal/settings/profile',
        icon: UserRound,
        keywords: 'settings name phone company address picture',
        unlisted: true,
      },
      {
        label: 'Account',
        to: '/portal/settings/account',
        icon: ShieldCheck,
        keywords: 'settings password sessions devices close',
        unlisted: true,
      },
      {
        label: 'Billing',
        to: '/portal/settings/billing',
        icon: CreditCard,
        keywords: 'settings invoices card payment cancel receipts',
        forSpenders: true,
      },
      {
        label: 'Subscription',
        to: '/portal/settings/subscription',
        icon: Repeat,
        keywords: 'settings plan upgrade downgrade monthly',
        unlisted: true,
      },
      {
        label: 'Pay as you go',
        to: '/portal/settings/pay-as-you-go',
        icon: Coins,
        keywords: 'settings buy credits pack coupon top-up',
        forSpenders: true,
      },
      {
        label: 'Credit history',
        to: '/portal/settings/credit-history',
        icon: History,
        keywords: 'settings ledger balance holds spent',
        forSpenders: true,
      },
    ],
  },
  ...adminSections,
]

/** Whether a role buys and spends credits. */
export const spends = (role: Role) => role === 'ENTERPRISE_USER' || role === 'CONSUMER_USER'

/** The screens a role may enter, in sections; those of the sidebar, or with `all` those of the palette too. */
export const sectionsFor = (role: Role, all = false): Section[] =>
  sections
    .map((section) => ({
      ...section,
      screens: section.screens.filter(
        ({ to, unlisted, forSpenders, notFor, onlyFor = role }) =>
          mayEnter(role, to) &&
          notFor !== role &&
          onlyFor === role &&
          (all || (!unlisted && (!forSpenders || spends(role)))),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
