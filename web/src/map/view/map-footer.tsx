import { signals } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Group, Stack } from '@mantine/core'
import { ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLatestCount } from '../../criteria/count/count.data.ts'
import { getMatchWord } from '../../criteria/count/purchased-parts.ts'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { usePalette } from '../layers/palette.ts'
import { type SignalGroup, signalGroups } from '../layers/signal-groups.ts'
import type { Matches } from '../map.data.ts'
import classes from '../map.module.css'
import { MapNote, MapNoteButton } from './map-note.tsx'

type MapFooterProps = { matches: Matches; criteria: Criteria }

type LegendProps = {
  /** Whether the points and parcels of the matches are shown, in the colors of their lead indicators. */
  areMatchesShown: boolean
  /** The legend of what lies over the map. */
  children?: ReactNode
}

export function MapFooter({ matches, criteria, areMatchesShown, children }: MapFooterProps & LegendProps) {
  const hasPoints = matches.data && 'points' in matches.data && matches.data.points.length > 0
  return (
    // Next to MapLibre's scale.
    <Group className={classes.bottom} gap={8} pr={112} align="flex-end">
      <MatchTally matches={matches} criteria={criteria} />
      {hasPoints && areMatchesShown && <Legend />}
      {children}
    </Group>
  )
}

function MatchTally({ matches, criteria }: MapFooterProps) {
  const { data, isError, error, isPlaceholderData, isFetching, refetch } = matches
  const word = getMatchWord(criteria, useLatestCount(criteria)?.purchased)
  if (isError && !isFetching)
    return (
      <MapNote role="alert">
        The results could not be loaded on the map. {getErrorMessage(error)}
        <MapNoteButton onClick={() => void refetch()}>Try Again</MapNoteButton>
      </MapNote>
    )
  if (!data) return <div className={classes.card}>Loading results…</div>
  return (
    <Box className={`${classes.card} numbers`} c={isPlaceholderData ? 'dimmed' : undefined} role="status">
      {formatNumber(data.inBounds)} {word && `${word} `}in view
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
        <Group key={group.key} component="li" gap={8} data-hint={group.signals.map(signals.label).join(', ')}>
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
