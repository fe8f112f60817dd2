import { signals } from '@dooryard/contract/vocabularies'
import { Box, Group, Stack } from '@mantine/core'
import { ChevronUp } from 'lucide-react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { usePalette } from '../layers/palette.ts'
import { type SignalGroup, signalGroups } from '../layers/signal-groups.ts'
import type { Matches } from '../map.data.ts'
import classes from '../map.module.css'
import { Note, NoteButton } from './map-frame.tsx'

export function MapFoot({ matches }: { matches: Matches }) {
  const hasPoints = matches.data && 'points' in matches.data && matches.data.points.length > 0
  return (
    // Beside the scale, which is MapLibre's.
    <Group className={classes.bottom} gap={8} pr={112} align="flex-end">
      <Tally {...matches} />
      {hasPoints && <Legend />}
    </Group>
  )
}

function Tally({ data, isError, error, isPlaceholderData, isFetching, refetch }: Matches) {
  if (isError && !isFetching)
    return (
      <Note role="alert">
        The map could not be filled. {sentenceFor(error)}
        <NoteButton onClick={() => void refetch()}>Try Again</NoteButton>
      </Note>
    )
  if (!data) return <div className={classes.card}>Loading what matches…</div>
  return (
    <Box className={`${classes.card} numbers`} c={isPlaceholderData ? 'dimmed' : undefined} role="status">
      {formatNumber(data.inBounds)} in view
      {data.withoutPosition > 0 && ` · ${formatNumber(data.withoutPosition)} without a position`}
    </Box>
  )
}

const Legend = () => (
  <details className={`${classes.card} ${classes.legend}`}>
    <summary>
      Colors <ChevronUp size={14} aria-hidden="true" />
    </summary>
    <Stack component="ul" gap={4} m={0} px={10} pt={2} pb={8}>
      {signalGroups.map((group) => (
        <Group key={group.key} component="li" gap={8} title={group.signals.map(signals.label).join(', ')}>
          <SignalDot group={group.key} />
          {group.label}
        </Group>
      ))}
    </Stack>
  </details>
)

export const SignalDot = ({ group, ...box }: { group: SignalGroup; mt?: number }) => (
  <Box component="span" flex="none" w={10} h={10} bdrs="50%" bg={usePalette()[group]} {...box} />
)
