import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Bell, Bookmark, CircleUser, Coins, CreditCard, History, KeyRound, ListX, Repeat } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { canSpendCredits } from '../../shell/navigation/navigation.ts'
import { PageHeader } from '../page-header.tsx'
import strip from '../tabs.module.css'

const screens = [
  { label: 'Profile', to: '/portal/settings/profile', icon: CircleUser, forSpenders: false },
  { label: 'Account', to: '/portal/settings/account', icon: KeyRound, forSpenders: false },
  { label: 'Notifications', to: '/portal/settings/notifications', icon: Bell, forSpenders: false },
  { label: 'Saved searches', to: '/portal/settings/saved-searches', icon: Bookmark, forSpenders: true },
  { label: 'Suppression lists', to: '/portal/settings/suppression-lists', icon: ListX, forSpenders: true },
  { label: 'Billing', to: '/portal/settings/billing', icon: CreditCard, forSpenders: true },
  { label: 'Subscription', to: '/portal/settings/subscription', icon: Repeat, forSpenders: true },
  { label: 'Pay as you go', to: '/portal/settings/pay-as-you-go', icon: Coins, forSpenders: true },
  { label: 'Credit history', to: '/portal/settings/credit-history', icon: History, forSpenders: true },
] as const

type SettingsFrameProps = { title: (typeof screens)[number]['label']; wide?: boolean; children: ReactNode }

/** The frame of the settings screens, with their navigation. `wide` leaves room for a table. */
export function SettingsFrame({ title, wide, children }: SettingsFrameProps) {
  const { role } = useUser()
  const buys = canSpendCredits(role)
  // Roles that cannot spend credits see no links to purchases, except for the current screen.
  const shown = screens.filter(
    ({ forSpenders, label, to }) => canAccess(role, to) && (buys || !forSpenders || label === title),
  )
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the current tab may have to be scrolled into view.
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <>
      <PageHeader heading="Settings" title={title} />
      <nav ref={tabs} className={strip.tabs} aria-label="Settings">
        {shown.map(({ label, to, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={strip.tab}
            activeOptions={{ includeSearch: false }}
            // A screen may have a second address.
            aria-current={label === title ? 'page' : undefined}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      <Stack gap="var(--screen-gap)" maw={wide ? undefined : 880}>
        {children}
      </Stack>
    </>
  )
}
