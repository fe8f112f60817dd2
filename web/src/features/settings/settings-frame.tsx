import { Link } from '@tanstack/react-router'
import { CircleUser, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import classes from './settings-frame.module.css'

const screens = [
  { label: 'Profile', to: '/portal/settings/profile', icon: CircleUser },
  { label: 'Account', to: '/portal/settings/account', icon: KeyRound },
] as const

type SettingsFrameProps = { title: (typeof screens)[number]['label']; children: ReactNode }

/** What every screen of the settings stands in: the way to the others. */
export function SettingsFrame({ title, children }: SettingsFrameProps) {
  return (
    <>
      <PageHeader heading="Settings" title={title} />
      <nav className={classes.tabs} aria-label="Settings">
        {screens.map(({ label, to, icon: Icon }) => (
          <Link key={to} to={to} className={classes.tab} activeOptions={{ includeSearch: false }}>
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.screen}>{children}</div>
    </>
  )
}
