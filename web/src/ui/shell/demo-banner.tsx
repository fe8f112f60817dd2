import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAbout } from '../../lib/about.ts'
import { Notice } from '../display/panel.tsx'

/** Tells administrators what is open in a demo that other machines reach, and how to close it. */
export function DemoBanner() {
  const portal = useAbout()
  if (!portal?.isDemo || !portal.isExposed) return null
  return (
    <Box component="section" mb={20} aria-label="Public demo">
      <Notice tone="warn">
        <strong>This demo is public.</strong> Other machines reach it, and anybody can sign in with the demo accounts,
        as an administrator too. Restart it with{' '}
        <Text component="code" fz="xs">
          DEMO=off
        </Text>{' '}
        to close them.
        {portal.hasOutbox && (
          <>
            {' '}
            It sends no mail: administrators of your own{' '}
            <Link to="/dev/outbox" style={{ color: 'inherit' }}>
              read the outbox
            </Link>
            .
          </>
        )}
      </Notice>
    </Box>
  )
}
