import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import classes from '../map.module.css'
import { MapNoteButton } from '../view/map-note.tsx'

type LegendRow = { color: string; label: string }

type OverlayLegendProps = {
  title: string
  /** What is counted, where and since when. */
  note?: ReactNode
  rows: readonly LegendRow[]
  isRound?: boolean
}

/** What the colors of an overlay mean. */
export const OverlayLegend = ({ title, note, rows, isRound = false }: OverlayLegendProps) => (
  <Box className={classes.card} role="group" aria-label={title} maw={260}>
    <Text fz={13} lh="20px" fw={600}>
      {title}
    </Text>
    {rows.length > 0 && (
      <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map(({ color, label }) => (
          <Group key={label} component="li" gap={8} className="numbers">
            <Box component="span" flex="none" w={12} h={12} bdrs={isRound ? '50%' : 3} bg={color} />
            {label}
          </Group>
        ))}
      </Stack>
    )}
    {note && (
      <Text fz={12} lh="18px" c="dimmed" role="status">
        {note}
      </Text>
    )}
  </Box>
)

type OverlayQuery = { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

/** Why an overlay shows nothing yet: it failed or loads. Undefined once it has its data. */
export function describeWait({ isError, isFetching, error, refetch }: OverlayQuery, hasData: boolean): ReactNode {
  if (isError && !isFetching)
    return (
      <>
        {getErrorMessage(error)} <MapNoteButton onClick={() => void refetch()}>Try Again</MapNoteButton>
      </>
    )
  return hasData ? undefined : 'Loading…'
}
