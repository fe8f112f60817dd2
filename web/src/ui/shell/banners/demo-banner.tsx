import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../feedback/notice.tsx'

/** Warns administrators that a demo is reachable from other machines, and says how to close it. */
export function DemoBanner({ hasOutbox }: { hasOutbox: boolean }) {
  return (
    <Box component="section" mb={20} aria-label="Public demo">
      <Notice tone="warn">
        <strong>This demo is public.</strong> Other machines reach it, and anyone can sign in with the demo accounts, as
        an administrator too. Restart it with{' '}
        <Text component="code" fz="xs">
          DEMO=off
        </Text>{' '}
        to close them.
        {hasOutbox && (
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
