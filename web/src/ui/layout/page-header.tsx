import { Box, Group, Text, Title } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/navigation/use-title.ts'
import classes from './page-header.module.css'

export type PageHeaderProps = {
  heading: ReactNode
  /** Next to the heading, but not part of it. */
  badge?: ReactNode
  /** The title of the browser tab; the heading if it is text. */
  title: string
  /** Links to the screens above this one. */
  trail?: ReactNode[]
  lead?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ heading, badge, title, trail, lead, actions }: PageHeaderProps) {
  useTitle(title)
  return (
    <Group justify="space-between" align="flex-end" gap="12px 24px" mb={20}>
      <Box miw={0}>
        {trail && (
          <nav aria-label="Breadcrumb">
            <ol className={classes.trail}>
              {trail.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the trail never changes its order
                <li key={index}>
                  {index > 0 && <ChevronRight size={14} aria-hidden="true" />}
                  {step}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <Group gap="4px 12px">
          <Title lts="-0.018em" style={{ overflowWrap: 'anywhere' }}>
            {heading}
          </Title>
          {badge}
        </Group>
        {lead && (
          <Text c="dimmed" maw="68ch" mt={4}>
            {lead}
          </Text>
        )}
      </Box>
      {actions && <Group gap={8}>{actions}</Group>}
    </Group>
  )
}
