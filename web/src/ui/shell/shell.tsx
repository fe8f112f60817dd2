import './portal-styles.ts'
import type { Role } from '@dooryard/contract/api/roles'
import type { User } from '@dooryard/contract/identity/users'
import { ActionIcon, Box, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { usePortalInfo } from '../../lib/portal-info.ts'
import { Logo } from '../brand/logo.tsx'
import { useFocusFallback } from '../hooks/use-focus-fallback.ts'
import { useOverlay } from '../hooks/use-overlay.ts'
import { canSpendCredits } from './navigation/navigation.ts'
import { useTypedAhead } from './navigation/palette/use-typed-ahead.ts'
import { Sidebar } from './navigation/sidebar.tsx'
import { useSidebar } from './navigation/use-sidebar.ts'
import { UserMenu } from './navigation/user-menu.tsx'
import { Bell } from './notifications/bell.tsx'
import classes from './shell.module.css'
import { formatShortcut } from './shortcuts/mod-key.ts'
import { useGoKeys, useShortcutsKey } from './shortcuts/use-shortcuts.ts'
import { ThemeToggle } from './theme-toggle.tsx'

const CreditPill = lazy(async () => ({ default: (await import('./customer-parts.ts')).CreditPill }))
// Hardly ever shown.
const DemoBanner = lazy(async () => ({ default: (await import('./banners/demo-banner.tsx')).DemoBanner }))
// Once in the life of a demo.
const HistoryBanner = lazy(async () => ({ default: (await import('./banners/history-banner.tsx')).HistoryBanner }))
// Affiliates are notified of nothing.
const bellRoles: readonly Role[] = ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN']

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

function useCommandPalette() {
  const [isReady, setReady] = useState(false)
  const palette = useOverlay(
    async () => (await import('./navigation/palette/palette.tsx')).Palette,
    () => setReady(false),
  )
  const { typed, clear } = useTypedAhead(palette.isOpen && !isReady)
  const open = () => {
    // Not as it closes: a key can come before the listener is gone.
    if (!palette.isOpen) clear()
    palette.open()
  }
  useHotkeys([['mod+K', open]], [], true)
  return { ...palette, open, typed, onReady: () => setReady(true) }
}

function useShortcuts(role: Role) {
  const dialog = useOverlay(async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog)
  useShortcutsKey(dialog.open)
  useGoKeys(role)
  return dialog
}

const usePhoneMenu = () => useOverlay(async () => (await import('./navigation/phone-menu.tsx')).PhoneMenu)

const Header = ({ user, onMenu, onSidebar, onPalette, isOpen }: HeaderProps) => (
  <header className={classes.header}>
    <ActionIcon hiddenFrom="sm" onClick={onMenu} aria-label="Open the menu" size={40}>
      <MenuIcon size={20} />
    </ActionIcon>
    <Link
      to="/portal"
      className={classes.brand}
      data-short={canSpendCredits(user.role) || undefined}
      aria-label="Dooryard, home"
    >
      <Logo />
    </Link>
    <ActionIcon
      visibleFrom="sm"
      onClick={onSidebar}
      aria-label={isOpen ? 'Collapse sidebar' : 'Expand sidebar'}
      aria-expanded={isOpen}
      data-hint={`${isOpen ? 'Collapse' : 'Expand'} sidebar (${formatShortcut('B')})`}
    >
      <PanelLeft size={18} />
    </ActionIcon>
    <Box flex={1} />
    <UnstyledButton className={classes.jump} onClick={onPalette}>
      <Search size={16} aria-hidden="true" />
      <span className={classes.jumpWords}>Search…</span>
      <Kbd visibleFrom="sm" size="xs" aria-hidden="true">
        {formatShortcut('K')}
      </Kbd>
    </UnstyledButton>
    {canSpendCredits(user.role) && (
      <Suspense>
        <CreditPill />
      </Suspense>
    )}
    {bellRoles.includes(user.role) && <Bell />}
    <ThemeToggle />
    <UserMenu user={user} />
  </header>
)

type HeaderProps = {
  user: User
  isOpen: boolean
  onMenu: () => void
  onSidebar: () => void
  onPalette: () => void
}

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const sidebar = useSidebar()
  const menu = usePhoneMenu()
  const palette = useCommandPalette()
  const shortcuts = useShortcuts(user.role)
  const main = useMainFocus()
  const portalInfo = usePortalInfo()
  // Below 768 px the sidebar is a menu.
  const toggleNavigation = () => (window.matchMedia('(max-width: 47.99em)').matches ? menu : sidebar).toggle()
  useHotkeys([['mod+B', toggleNavigation]], [], true)
  useFocusFallback()
  return (
    <div className={classes.shell} data-sidebar={sidebar.open ? 'open' : 'folded'}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Header
        user={user}
        isOpen={sidebar.open}
        onMenu={menu.toggle}
        onSidebar={sidebar.toggle}
        onPalette={palette.open}
      />
      <aside className={classes.aside} aria-label="Sidebar">
        <Sidebar role={user.role} compact={!sidebar.open} />
      </aside>
      {menu.Overlay && <menu.Overlay role={user.role} opened={menu.isOpen} onClose={menu.close} />}
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        {user.role === 'SUPER_ADMIN' && portalInfo?.isDemo && portalInfo.isExposed && (
          <Suspense>
            <DemoBanner hasOutbox={portalInfo.hasOutbox} />
          </Suspense>
        )}
        {portalInfo?.demoHistory && (
          <Suspense>
            <HistoryBanner />
          </Suspense>
        )}
        {children}
      </main>
      {palette.Overlay && (
        <palette.Overlay
          user={user}
          typedAhead={palette.typed}
          onReady={palette.onReady}
          opened={palette.isOpen}
          onClose={palette.close}
          onShortcuts={shortcuts.open}
        />
      )}
      {shortcuts.Overlay && <shortcuts.Overlay role={user.role} opened={shortcuts.isOpen} onClose={shortcuts.close} />}
    </div>
  )
}
