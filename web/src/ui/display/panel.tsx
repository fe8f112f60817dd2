import { Box, Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type PanelProps = {
  title?: ReactNode
  aside?: ReactNode
  flush?: boolean
  /** Whether what opens in it may be longer than the panel. */
  isOverflowing?: boolean
  className?: string
  children: ReactNode
}

/** A bordered surface with an optional heading; `flush` removes the padding. */
export const Panel = ({ title, aside, flush, isOverflowing, className, children }: PanelProps) => (
  <Paper
    withBorder
    component="section"
    miw={0}
    style={{ overflow: isOverflowing ? 'visible' : 'hidden' }}
    {...(className && { className })}
  >
    {title && (
      <Group
        component="header"
        justify="space-between"
        wrap="nowrap"
        gap="sm"
        mih={48}
        px="var(--panel-padding)"
        py={8}
        style={{ borderBottom: '1px solid var(--line)' }}
      >
        <Title order={2} size="h3">
          {title}
        </Title>
        {aside}
      </Group>
    )}
    {flush ? children : <Box p="var(--panel-padding)">{children}</Box>}
  </Paper>
)
