import type { Role } from '@dooryard/contract/roles'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Search, SunMoon } from 'lucide-react'
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

/** Every screen and act by name, on Ctrl or Cmd with K. */
export function Palette({ role }: { role: Role }) {
  const actions = useActions(role)
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
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
