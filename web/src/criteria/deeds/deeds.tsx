import { Box, Group, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { type DatedDeed, formatDeedDay, formatDeedPrice } from './deed-labels.ts'
import classes from './deeds.module.css'

export const Deeds = (props: ComponentProps<'ol'>) => (
  <Box component="ol" m={0} p={0} fz="sm" lh="20px" style={{ listStyle: 'none' }} {...props} />
)

type DeedProps = {
  deed: DatedDeed & { price: number | null }
  /** Notes in small print, the source last. */
  notes: readonly (string | undefined)[]
  isActive?: boolean
  children: ReactNode
}

export const Deed = ({ deed, notes, isActive, children }: DeedProps) => (
  <li className={classes.deed} data-active={isActive || undefined}>
    <Group component="p" className="numbers" gap={12} justify="space-between" wrap="nowrap" align="stretch" fw={500}>
      <time dateTime={deed.isMonthOnly ? deed.recordedOn.slice(0, 7) : deed.recordedOn}>
        {formatDeedDay(deed.recordedOn, deed.isMonthOnly)}
      </time>
      {deed.price === null ? (
        <Text inherit span c="dimmed" fw={400}>
          {formatDeedPrice(null)}
        </Text>
      ) : (
        <span>{formatDeedPrice(deed.price)}</span>
      )}
    </Group>
    {children}
    {notes.map(
      (note) =>
        note && (
          <Text inherit key={note} fz={12} c="dimmed">
            {note}
          </Text>
        ),
    )}
  </li>
)
