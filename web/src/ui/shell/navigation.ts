import type { Role } from '@dooryard/contract/roles'
import { Database, Home, type LucideIcon, Megaphone, Plus, Search } from 'lucide-react'

type Screen = {
  label: string
  to: '/portal' | '/portal/lead-finder' | '/portal/campaigns' | '/portal/campaigns/create' | '/portal/data'
  icon: LucideIcon
  /** What else people call it, for the command palette. */
  keywords: string
  roles?: readonly Role[]
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
        roles: ['CONSUMER_USER'],
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
        roles: ['ENTERPRISE_USER'],
      },
      {
        label: 'New campaign',
        to: '/portal/campaigns/create',
        icon: Plus,
        keywords: 'create start campaign audience',
        roles: ['ENTERPRISE_USER'],
        unlisted: true,
      },
    ],
  },
  {
    label: 'Admin',
    screens: [
      {
        label: 'Data',
        to: '/portal/data',
        icon: Database,
        keywords: 'rolls import upload counties coverage rejects sources',
        roles: ['SUPER_ADMIN'],
      },
    ],
  },
]

/** The screens a role may enter, in sections; those of the sidebar, or with `all` those of the palette too. */
export const sectionsFor = (role: Role, all = false): Section[] =>
  sections
    .map((section) => ({
      ...section,
      screens: section.screens.filter(({ roles, unlisted }) => (!roles || roles.includes(role)) && (all || !unlisted)),
    }))
    .filter(({ screens }) => screens.length > 0)
