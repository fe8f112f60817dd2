import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import classes from './tabs.module.css'

type LinkTabsProps<Value> = {
  label: string
  tabs: readonly { value: Value; label: string; icon?: LucideIcon }[]
  open: Value
  linkTo: (value: Value) => LinkProps
}

/** The tabs of a screen; the address names the open one. */
export function LinkTabs<Value extends string>({ label, tabs, open, linkTo }: LinkTabsProps<Value>) {
  const ref = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be one that has to be scrolled to
  useEffect(() => {
    const strip = ref.current
    const tab = strip?.querySelector<HTMLElement>('[aria-current]')
    // Not `scrollIntoView`, which would also scroll the page to the top.
    if (tab) strip?.scrollTo({ left: tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2 })
  }, [open])
  return (
    <nav ref={ref} className={classes.tabs} aria-label={label}>
      {tabs.map(({ value, label, icon: Icon }) => (
        <Link
          key={value}
          {...linkTo(value)}
          className={classes.tab}
          // Otherwise the router marks all links as current that differ in their search only.
          activeOptions={{ exact: true }}
          aria-current={value === open ? 'page' : undefined}
          resetScroll={false}
        >
          {Icon && <Icon size={16} aria-hidden="true" />}
          {label}
        </Link>
      ))}
    </nav>
  )
}
