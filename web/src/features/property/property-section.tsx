import { ActionIcon, Box, Group, Title } from '@mantine/core'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './property.module.css'

/** The datasets behind some figures: at a hover, at the focus of a keyboard, and for a screen reader. */
const SourceHint = ({ of, sources }: { of: string; sources: readonly string[] }) =>
  sources.length > 0 && (
    <ActionIcon
      className={classes.screenOnly}
      size={24}
      aria-label={`Sources of ${of}: ${sources.join('; ')}`}
      data-hint={sources.join('\n')}
    >
      <Info size={14} aria-hidden="true" />
    </ActionIcon>
  )

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
