import type { Role } from '@dooryard/contract/roles'
import '@mantine/spotlight/styles.layer.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Search, SunMoon } from 'lucide-react'
import { useEffect } from 'react'
import { signOut } from '../../lib/sign-out.ts'
import { sectionsFor } from './navigation.ts'
import classes from './palette.module.css'
import { useThemeToggle } from './theme-toggle.tsx'

function useActions(role: Role): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const theme = useThemeToggle()
  return [
    {
      group: 'Go to',
      actions: sectionsFor(role, true)
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

/** Every screen and act by name. It opens as soon as it is there, since its code comes when it is first asked for. */
export function Palette({ role }: { role: Role }) {
  const actions = useActions(role)
  useEffect(openPalette, [])
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      // Over dialogs, and under the banner.
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
