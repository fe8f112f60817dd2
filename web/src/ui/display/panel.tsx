import { Box, Group, Paper, Title } from '@mantine/core'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { getToneColors } from './tones.ts'

type PanelProps = { title?: ReactNode; aside?: ReactNode; flush?: boolean; className?: string; children: ReactNode }

/** A bordered surface with an optional heading; `flush` removes the padding. */
export const Panel = ({ title, aside, flush, className, children }: PanelProps) => (
  <Paper withBorder component="section" miw={0} style={{ overflow: 'hidden' }} {...(className && { className })}>
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

const notices = {
  info: { icon: Info, tone: 'brand' },
  good: { icon: CircleCheck, tone: 'good' },
  warn: { icon: CircleAlert, tone: 'warn' },
  bad: { icon: TriangleAlert, tone: 'bad' },
} as const

export function Notice({ tone, children }: { tone: keyof typeof notices; children: ReactNode }) {
  const { icon: Icon, tone: color } = notices[tone]
  return (
    <Group
      {...getToneColors(color)}
      role={tone === 'bad' ? 'alert' : 'note'}
      gap={10}
      wrap="nowrap"
      align="flex-start"
      px={12}
      py={10}
      fz="sm"
      lh="20px"
      bdrs="md"
    >
      <Icon size={16} aria-hidden="true" style={{ flex: 'none', marginTop: 2 }} />
      <div>{children}</div>
    </Group>
  )
}
