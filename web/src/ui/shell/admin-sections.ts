import {
  Activity,
  BadgePercent,
  Building2,
  Database,
  KeyRound,
  Package,
  PackageOpen,
  PackageSearch,
  ScrollText,
  SlidersHorizontal,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'
import type { Section } from './navigation.ts'

/** What those who run the portal look after. */
export const adminSections: Section[] = [
  {
    label: 'Customers',
    screens: [
      {
        label: 'Users',
        to: '/portal/users',
        icon: Users,
        keywords: 'people accounts customers act as impersonate invite roles credits',
      },
      {
        label: 'Enterprise campaigns',
        to: '/portal/enterprise-campaigns',
        icon: Building2,
        keywords: 'outreach everybody customers export',
      },
      {
        label: 'Enterprise orders',
        to: '/portal/enterprise-orders',
        icon: PackageSearch,
        keywords: 'orders of campaigns everybody retry fail refund',
      },
      {
        label: 'Orders',
        to: '/portal/orders',
        icon: PackageOpen,
        keywords: 'all everybody consumers retry fail refund export',
        onlyFor: 'SUPER_ADMIN',
      },
    ],
  },
  {
    label: 'Offers',
    screens: [
      {
        label: 'Credit settings',
        to: '/portal/credit-settings',
        icon: SlidersHorizontal,
        keywords: 'prices credits per lead minimum volume',
      },
      {
        label: 'Plans and packs',
        to: '/portal/plans',
        icon: Package,
        keywords: 'offers prices subscriptions sandbox clock',
      },
      {
        label: 'Coupons',
        to: '/portal/coupons',
        icon: BadgePercent,
        keywords: 'discounts codes affiliates redemptions',
      },
    ],
  },
  {
    label: 'System',
    screens: [
      {
        label: 'Operations',
        to: '/portal/operations',
        icon: Activity,
        keywords: 'health jobs queue workers streams stores versions failed retry',
      },
      {
        label: 'Integration',
        to: '/portal/integration',
        icon: Workflow,
        keywords: 'do not call dnc registry san lists suppression contacts skip trace vendor imports payments stripe',
        onlyFor: 'SUPER_ADMIN',
      },
      {
        label: 'API keys',
        to: '/portal/api-keys',
        icon: KeyRound,
        keywords: 'tokens secrets programs everybody revoke',
        onlyFor: 'SUPER_ADMIN',
      },
      {
        label: 'Webhooks',
        to: '/portal/webhooks',
        icon: Webhook,
        keywords: 'endpoints health failing disable everybody',
        onlyFor: 'SUPER_ADMIN',
      },
      {
        label: 'Data',
        to: '/portal/data',
        icon: Database,
        keywords: 'rolls import upload counties coverage rejects sources',
      },
      {
        label: 'Audit log',
        to: '/portal/audit-log',
        icon: ScrollText,
        keywords: 'history who did what security',
      },
    ],
  },
]
