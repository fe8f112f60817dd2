import type { Role } from '@dooryard/contract/roles'
import {
  Database,
  Home,
  type LucideIcon,
  Megaphone,
  Plus,
  ScrollText,
  Search,
  ShieldCheck,
  UserRound,
  Users,
} from 'lucide-react'
import { mayEnter } from '../../lib/areas.ts'

type Screen = {
  label: string
  to:
    | '/portal'
    | '/portal/lead-finder'
    | '/portal/campaigns'
    | '/portal/campaigns/create'
    | '/portal/settings/profile'
    | '/portal/settings/account'
    | '/portal/users'
    | '/portal/audit-log'
    | '/portal/data'
  icon: LucideIcon
  /** What else people call it, for the command palette. */
  keywords: string
  /** In the command palette only. */
  unlisted?: true
}

type Section = { label?: string; screens: Screen[] }

const sections: Section[] = [
  { screens: [{ label: 'Home', to: '/portal', icon: Home, keywords: 'dashboard start overview' }] },
  {
    label: 'Find',
    screens: [
      {
        label: 'Lead finder',
        to: '/portal/lead-finder',
        icon: Search,
        keywords: 'search properties owners list',
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
    ],
  },
  {
    label: 'Admin',
    screens: [
      {
        label: 'Users',
        to: '/portal/users',
        icon: Users,
        keywords: 'people accounts customers act as impersonate',
      },
      {
        label: 'Audit log',
        to: '/portal/audit-log',
        icon: ScrollText,
        keywords: 'history who did what security',
      },
      {
        label: 'Data',
        to: '/portal/data',
        icon: Database,
        keywords: 'rolls import upload counties coverage rejects sources',
      },
    ],
  },
]

/** The screens a role may enter, in sections; those of the sidebar, or with `all` those of the palette too. */
export const sectionsFor = (role: Role, all = false): Section[] =>
  sections
    .map((section) => ({
      ...section,
      screens: section.screens.filter(({ to, unlisted }) => mayEnter(role, to) && (all || !unlisted)),
    }))
    .filter(({ screens }) => screens.length > 0)
