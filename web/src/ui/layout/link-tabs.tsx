import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import classes from './tabs.module.css'

type LinkTabsProps<Value> = {
  label: string
  tabs: readonly { value: Value; label: string; icon: LucideIcon }[]
  open: Value
  linkTo: (value: Value) => LinkProps
}

/** The parts of a screen, of which its address names the open one. */
export const LinkTabs = <Value extends string>({ label, tabs, open, linkTo }: LinkTabsProps<Value>) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ value, label, icon: Icon }) => (
      <Link
        key={value}
        {...linkTo(value)}
        className={classes.tab}
        // Else the router calls all of them current, which differ in nothing but their search.
        activeOptions={{ exact: true }}
        aria-current={value === open ? 'page' : undefined}
        resetScroll={false}
      >
        <Icon size={16} aria-hidden="true" />
        {label}
      </Link>
    ))}
  </nav>
)
