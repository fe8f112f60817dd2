import type { User } from '@dooryard/contract/auth'
import { ActionIcon, Drawer, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../logo.tsx'
import { Palette } from './palette.tsx'
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

function Header({ user, onMenu, onSidebar, isOpen }: HeaderProps) {
  return (
    <header className={classes.header}>
      <ActionIcon className={classes.phoneOnly} onClick={onMenu} aria-label="Open the menu" size={40}>
        <MenuIcon size={20} />
      </ActionIcon>
      <Link to="/portal" className={classes.brand} aria-label="Dooryard, home">
        <Logo />
      </Link>
      <Tooltip label={`${isOpen ? 'Fold' : 'Unfold'} the sidebar (${isMac ? '⌘' : 'Ctrl '}B)`}>
        <ActionIcon
          className={classes.desktopOnly}
          onClick={onSidebar}
          aria-label={isOpen ? 'Fold the sidebar' : 'Unfold the sidebar'}
          aria-expanded={isOpen}
        >
          <PanelLeft size={18} />
        </ActionIcon>
      </Tooltip>
      <div className={classes.spacer} />
      <UnstyledButton className={classes.jump} onClick={spotlight.open}>
        <Search size={16} aria-hidden="true" />
        <span className={classes.jumpWords}>Go to…</span>
        <Kbd className={classes.desktopOnly} size="xs" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ThemeToggle />
      <UserMenu user={user} />
    </header>
  )
}

type HeaderProps = { user: User; isOpen: boolean; onMenu: () => void; onSidebar: () => void }

/** The frame around every screen of the portal. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const sidebar = useSidebar()
  const [drawerOpen, drawer] = useDisclosure()
  const main = useMainFocus()
  return (
    <div className={classes.shell} data-sidebar={sidebar.open ? 'open' : 'folded'}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Header user={user} isOpen={sidebar.open} onMenu={drawer.open} onSidebar={sidebar.toggle} />
      <aside className={classes.aside} aria-label="Sidebar">
        <Sidebar role={user.role} compact={!sidebar.open} />
      </aside>
      <Drawer
        opened={drawerOpen}
        onClose={drawer.close}
        title={<Logo />}
        size={288}
        padding={0}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        classNames={{ header: classes.drawerHeader, body: classes.drawerBody, content: classes.drawer }}
      >
        <Sidebar role={user.role} onNavigate={drawer.close} />
      </Drawer>
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Palette role={user.role} />
    </div>
  )
}
