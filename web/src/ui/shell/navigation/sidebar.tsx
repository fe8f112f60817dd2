import type { Role } from '@dooryard/contract/api/roles'
import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { canSpendCredits, listSections } from './navigation.ts'
import classes from './sidebar.module.css'

const CreditWidget = lazy(async () => ({ default: (await import('../customer-parts.ts')).CreditWidget }))

type SidebarProps = { role: Role; compact?: boolean; onNavigate?: () => void }

export function Sidebar({ role, compact, onNavigate }: SidebarProps) {
  // It has no item of its own; administrators come to it from their data.
  const isCoverage = useLocation({ select: ({ pathname }) => pathname === '/portal/coverage' })
  return (
    <Stack gap={0} h="100%">
      <nav aria-label="Portal" className={classes.nav}>
        {listSections(role).map(({ label, screens }) => (
          <div key={label ?? 'top'} className={classes.section}>
            {label && !compact && (
              <Text c="dimmed" fz="xs" lh="16px" fw={500} px={10} pb={6}>
                {label}
              </Text>
            )}
            <ul>
              {screens.map((screen) => (
                <li key={screen.to}>
                  <Link
                    to={screen.to}
                    className={classes.link}
                    data-compact={compact || undefined}
                    activeOptions={{ exact: screen.to === '/portal', includeSearch: false }}
                    onClick={onNavigate}
                    {...(isCoverage &&
                      screen.to === '/portal/data' && { 'data-status': 'active', 'aria-current': 'page' })}
                    {...(compact && { 'aria-label': screen.label, 'data-hint': screen.label, 'data-hint-at': 'right' })}
                  >
                    <screen.icon size={18} aria-hidden="true" />
                    {!compact && <span>{screen.label}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {canSpendCredits(role) && (
        <Box p={12}>
          <Suspense fallback={<Skeleton height={compact ? 40 : 128} radius="md" />}>
            <CreditWidget compact={compact} />
          </Suspense>
        </Box>
      )}
    </Stack>
  )
}
