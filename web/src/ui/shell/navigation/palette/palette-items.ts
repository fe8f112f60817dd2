import type { Role } from '@dooryard/contract/api/roles'
import type { LinkProps } from '@tanstack/react-router'
import {
  BadgePercent,
  Bookmark,
  Coins,
  Database,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  SunMoon,
  UserPlus,
  Webhook,
} from 'lucide-react'
import { canAccess } from '../../../../lib/navigation/portal-access.ts'
import { signOut } from '../../../../lib/session/sign-out.ts'
import { createHash } from '../../../hooks/use-open-by-hash.ts'
import { listSections } from '../navigation.ts'
import type { Rankable } from './rank-items.ts'
import { getScreenKeywords } from './screen-keywords.ts'

/** An entry of the palette: a link, or something to do at once. */
export type PaletteItem = Rankable & {
  id: string
  description?: string | undefined
  icon: LucideIcon
} & ({ link: PaletteLink; run?: never } | { run: () => void; link?: never })

export type PaletteLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/** A kind of records that the server finds by the typed text. */
export type PaletteSource = {
  label: string
  /** Whether the text can be found here at all; two characters by default. */
  accepts?: (text: string) => boolean
  find: (text: string, signal: AbortSignal) => Promise<PaletteItem[]>
}

/** How many records are shown of each kind. */
export const foundPerSource = 5

export type PaletteGroup = { label: string; items: PaletteItem[] }

const action = (id: string, label: string, icon: LucideIcon, keywords: string, link: PaletteLink): PaletteItem => ({
  ...{ id, label, icon, keywords, link },
})

const newSearch = (link: PaletteLink) =>
  action('new-search', 'New saved search', Bookmark, 'create save alert matches', link)
const buyCredits = action('buy-credits', 'Buy credits', Coins, 'pay pack top-up', {
  to: '/portal/settings/pay-as-you-go',
})

const actionsByRole: Record<Role, PaletteItem[]> = {
  CONSUMER_USER: [newSearch({ to: '/portal/lead-finder' }), buyCredits],
  ENTERPRISE_USER: [
    newSearch({ to: '/portal/campaigns/create' }),
    buyCredits,
    action('new-key', 'Create API key', KeyRound, 'new token secret', { to: '/portal/api-keys', hash: createHash }),
    action('new-webhook', 'Add webhook', Webhook, 'new create endpoint', {
      to: '/portal/webhooks',
      hash: createHash,
    }),
  ],
  SUPER_ADMIN: [
    action('new-user', 'New user', UserPlus, 'create invite account', { to: '/portal/users', hash: createHash }),
    action('new-coupon', 'Create coupon', BadgePercent, 'new create code', { to: '/portal/coupons', hash: createHash }),
    action('add-county', 'Add a county', Database, 'import upload dataset roll', { to: '/portal/data/add' }),
  ],
  AFFILIATE_USER: [],
}

type ThemeToggle = { next: string; toggle: () => void }

/** The screens and actions of a role. */
export const listFixedGroups = (role: Role, theme: ThemeToggle, showShortcuts: () => void): PaletteGroup[] => [
  {
    label: 'Go to',
    items: listSections(role, true)
      .flatMap(({ screens }) => screens)
      .map(({ to, label, icon }) => action(`${to} ${label}`, label, icon, getScreenKeywords(role, to), { to })),
  },
  {
    label: 'Actions',
    items: [
      ...actionsByRole[role],
      {
        id: 'shortcuts',
        label: 'Keyboard shortcuts',
        keywords: 'keys hotkeys help',
        icon: Keyboard,
        run: showShortcuts,
      },
      {
        id: 'theme',
        label: `Switch to ${theme.next} mode`,
        keywords: 'theme colour color dark light',
        icon: SunMoon,
        run: theme.toggle,
      },
      { id: 'sign-out', label: 'Sign out', keywords: 'log out leave', icon: LogOut, run: signOut },
    ],
  },
]

/** Whether a stored link still leads to a screen of the role. */
export const isAllowedLink = (role: Role, { to }: PaletteLink) => typeof to === 'string' && canAccess(role, to)
