import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatNumber } from '../../lib/format/format.ts'
import { canAccess } from '../../lib/navigation/portal-access.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { AnchorLink } from '../../ui/display/links.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../ui/table/stats-table.tsx'
import classes from './coverage.module.css'
import { type CoveredPlace, formatKnown, getNewestDay, shareColumns } from './coverage-rules.ts'

type PlaceProps = { place: CoveredPlace; isState: boolean }

/** The name of a place; a link to its properties for those who may search. */
function PlaceName({ place: { key, name }, isState }: PlaceProps) {
  const finder = '/portal/lead-finder'
  if (!canAccess(useUser().role, finder)) return name
  const location = isState ? { states: [key] } : { counties: [key] }
  return (
    <AnchorLink to={finder} search={{ criteria: { location } }}>
      {name}
    </AnchorLink>
  )
}

const Sources = ({ sources }: Pick<CoveredPlace, 'sources'>) =>
  sources.map(({ name, publisher, terms, ingestedAt }) => (
    <Box key={name} miw={180}>
      {name}
      <Text fz={12} lh="16px" c="dimmed">
        {[publisher, terms, `imported ${formatDay(ingestedAt)}`].filter(Boolean).join(' · ')}
      </Text>
    </Box>
  ))

const headers = [
  'Properties',
  ...shareColumns.map(({ label }) => label),
  'Recorded',
  { label: 'Source', holds: 'texts' as const },
]

type CoverageTableProps = {
  places: readonly CoveredPlace[]
  isState: boolean
  /** The code of the highlighted county. */
  active: string | undefined
  onActive: (key: string | undefined) => void
  /** Below the rows. */
  children?: ReactNode
}

/** What is known of each state or county. A row highlights its county on the map. */
export function CoverageTable({ places, isState, active, onActive, children }: CoverageTableProps) {
  const label = isState ? 'Data coverage by state' : 'Data coverage by county'
  return (
    <ScrollRegion label={label} className={classes.places}>
      <StatsTable label={label} headers={[isState ? 'State' : 'County', ...headers]}>
        {places.map((place) => (
          <tr
            key={place.key}
            data-active={place.key === active || undefined}
            onPointerEnter={() => onActive(place.key)}
            onPointerLeave={() => onActive(undefined)}
          >
            <th scope="row">
              <PlaceName place={place} isState={isState} />
            </th>
            <td>{formatNumber(place.properties)}</td>
            {shareColumns.map(({ key, hint }) => (
              <td key={key} data-hint={hint}>
                {formatKnown(place, key)}
              </td>
            ))}
            <td>{formatDay(getNewestDay(place.sources))}</td>
            <td data-texts>
              <Sources sources={place.sources} />
            </td>
          </tr>
        ))}
      </StatsTable>
      {children}
    </ScrollRegion>
  )
}
