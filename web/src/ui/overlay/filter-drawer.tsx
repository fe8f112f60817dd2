import { Box, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { LazyDrawer } from './lazy-drawer.tsx'

type FilterDrawerProps = { opened: boolean; onClose: () => void; count: ReactNode; children: ReactNode }

const column = { display: 'flex', flexDirection: 'column' } as const

export const FilterDrawer = ({ opened, onClose, count, children }: FilterDrawerProps) => (
  <LazyDrawer
    opened={opened}
    onClose={onClose}
    title="Filters"
    size={360}
    padding={0}
    closeButtonProps={{ 'aria-label': 'Close the filters' }}
    styles={{ header: { fontWeight: 600 }, content: column, body: { ...column, flex: 1, minHeight: 0 } }}
  >
    <Box flex={1} style={{ overflowY: 'auto' }}>
      {children}
    </Box>
    <Group
      justify="space-between"
      wrap="nowrap"
      gap={12}
      px={16}
      py={12}
      bg="var(--mantine-color-body)"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      {count}
      <Button flex="none" onClick={onClose}>
        Show
      </Button>
    </Group>
  </LazyDrawer>
)
