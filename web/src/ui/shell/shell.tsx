import type { User } from '@dooryard/contract/users'
import { ActionIcon, Box, Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../brand/logo.tsx'
import { useOnDemand } from '../hooks.ts'
import { DemoBanner } from './demo-banner.tsx'
import { Hints } from './hints.tsx'
import './portal-styles.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { useSidebar } from './use-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Moves the focus to the screen when the address changes, as a page load would. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The command palette once it was asked for, by its button or by Ctrl or Cmd with K. */
function usePalette() {
  const [palette, load] = useOnDemand(() => import('./palette.tsx'))
  const open = palette?.openPalette ?? load
  useHotkeys([['mod+K', open]], [], true)
  return [palette?.Palette, open] as const
}

/** The sidebar on a phone once it was asked for. */
function usePhoneMenu() {
  const [isOpen, { open, close }] = useDisclosure()
  const [PhoneMenu, load] = useOnDemand(async () => (await import('./phone-menu.tsx')).PhoneMenu)
  const ask = () => {
    if (!PhoneMenu) load()
    open()
  }
  return { PhoneMenu, isOpen, open: ask, close }
}

function Header({ user, onMenu, onSidebar, onPalette, isOpen }: HeaderProps) {
  return (
    <header className={classes.header}>
      <ActionIcon hiddenFrom="sm" onClick={onMenu} aria-label="Open the menu" size={40}>
        <MenuIcon size={20} />
      </ActionIcon>
      <Link to="/portal" className={classes.brand} aria-label="Dooryard, home">
        <Logo />
      </Link>
      <ActionIcon
        visibleFrom="sm"
        onClick={onSidebar}
        aria-label={isOpen ? 'Fold the sidebar' : 'Unfold the sidebar'}
        aria-expanded={isOpen}
        data-hint={`${isOpen ? 'Fold' : 'Unfold'} the sidebar (${isMac ? '⌘' : 'Ctrl '}B)`}
      >
        <PanelLeft size={18} />
      </ActionIcon>
      <Box flex={1} />
      <UnstyledButton className={classes.jump} onClick={onPalette}>
        <Search size={16} aria-hidden="true" />
        <span className={classes.jumpWords}>Go to…</span>
        <Kbd visibleFrom="sm" size="xs" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ThemeToggle />
      <UserMenu user={user} />
    </header>
  )
}

type HeaderProps = {
  user: User
  isOpen: boolean
  onMenu: () => void
  onSidebar: () => void
  onPalette: () => void
}

/** The frame around every screen of the portal. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const sidebar = useSidebar()
  const menu = usePhoneMenu()
  const [Palette, openPalette] = usePalette()
  const main = useMainFocus()
  return (
    <div className={classes.shell} data-sidebar={sidebar.open ? 'open' : 'folded'}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Header user={user} isOpen={sidebar.open} onMenu={menu.open} onSidebar={sidebar.toggle} onPalette={openPalette} />
      <aside className={classes.aside} aria-label="Sidebar">
        <Sidebar role={user.role} compact={!sidebar.open} />
      </aside>
      {menu.PhoneMenu && <menu.PhoneMenu role={user.role} opened={menu.isOpen} onClose={menu.close} />}
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {user.role === 'SUPER_ADMIN' && <DemoBanner />}
        {children}
      </main>
      {Palette && <Palette role={user.role} />}
      <Hints />
    </div>
  )
}
