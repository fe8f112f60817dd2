import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './property.module.css'
import { SourceHint } from './source-hint.tsx'

type PropertySectionProps = {
  id: string
  title: string
  sources?: readonly string[]
  aside?: ReactNode
  children: ReactNode
}

/** A section of the page, which its navigation leads to. */
export const PropertySection = ({ id, title, sources = [], aside, children }: PropertySectionProps) => (
  <Box component="section" id={id} className={classes.section} aria-labelledby={`${id}-title`}>
    <Group component="header" justify="space-between" gap="8px 12px" mb={16}>
      <Group gap={4}>
        <Title order={2} id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        <SourceHint of={title.toLowerCase()} sources={sources} />
      </Group>
      {aside}
    </Group>
    {children}
  </Box>
)
