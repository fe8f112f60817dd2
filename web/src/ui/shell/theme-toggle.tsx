import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'

export function useThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  return { next, toggle: () => setColorScheme(next) } as const
}

export function ThemeToggle() {
  const { next, toggle } = useThemeToggle()
  return (
    <ActionIcon onClick={toggle} aria-label={`Switch to ${next} mode`} data-hint={`Switch to ${next} mode`}>
      {next === 'dark' ? <Moon size={18} /> : <Sun size={18} />}
    </ActionIcon>
  )
}
