import type { Role } from '@dooryard/contract/api/roles'
import '@mantine/spotlight/styles.layer.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Search, SunMoon } from 'lucide-react'
import { useEffect } from 'react'
import { signOut } from '../../../lib/session/sign-out.ts'
import { useThemeToggle } from '../theme-toggle.tsx'
import { listSections } from './navigation.ts'
import classes from './palette.module.css'

function useActions(role: Role): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const theme = useThemeToggle()
  return [
    {
      group: 'Go to',
      actions: listSections(role, true)
        .flatMap(({ screens }) => screens)
        .map((screen) => ({
          id: screen.to,
          label: screen.label,
          keywords: screen.keywords,
          leftSection: <screen.icon size={18} aria-hidden="true" />,
          onClick: () => void navigate({ to: screen.to }),
        })),
    },
    {
      group: 'Do',
      actions: [
        {
          id: 'theme',
          label: `Switch to ${theme.next} mode`,
          keywords: 'theme colour color dark light',
          leftSection: <SunMoon size={18} aria-hidden="true" />,
          onClick: theme.toggle,
        },
        {
          id: 'sign-out',
          label: 'Sign out',
          keywords: 'log out leave',
          leftSection: <LogOut size={18} aria-hidden="true" />,
          onClick: signOut,
        },
      ],
    },
  ]
}

export const openPalette = spotlight.open

/** All screens and actions by name. It opens as soon as it is loaded, because its code is requested by opening it. */
export function Palette({ role }: { role: Role }) {
  const actions = useActions(role)
  useEffect(openPalette, [])
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      // Above dialogs and below the banner.
      zIndex={250}
      nothingFound="No screen or action of that name"
      radius="lg"
      transitionProps={{ duration: 120 }}
      attributes={{ content: { 'aria-label': 'Go to a screen, or do something' } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      classNames={{ search: classes.search, actionsGroup: classes.group, actionsList: classes.list }}
      searchProps={{
        leftSection: <Search size={18} aria-hidden="true" />,
        placeholder: 'Go to a screen, or do something',
        'aria-label': 'Go to a screen, or do something',
      }}
    />
  )
}
