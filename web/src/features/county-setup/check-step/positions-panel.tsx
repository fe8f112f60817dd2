import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { Box, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../../lib/format/format.ts'
import { PlacesMap } from '../../../map/lazy-map.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { describePositions, listPlaces } from './check-formats.ts'

const noop = () => {}

/** A sample of the properties on the map, in the outline of the county, and the counties that they name. */
export function PositionsPanel({ report }: { report: CheckReport }) {
  const { positions, outline, counties } = report
  const places = listPlaces(report)
  const [active, setActive] = useState<string>()
  const points = useMemo(
    () =>
      positions.map(({ lat, lng }, at) => ({
        ...{ id: String(at), lat, lng, tone: 'plain' as const },
        label: `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
      })),
    [positions],
  )
  // An empty outline would leave the map without an extent; another object at each render would move it again.
  const shape = useMemo(
    () => (outline.length > 0 ? { type: 'MultiPolygon' as const, coordinates: outline } : null),
    [outline],
  )
  return (
    <Panel title="Where the properties lie" flush>
      <Box px="var(--panel-padding)" py={14}>
        <Text mb={places.length > 0 ? 8 : 0}>{describePositions(report)}</Text>
        <Box maw={420}>
          <DescriptionList isNumeric items={places} />
          {counties.length > 1 && (
            <>
              <Text mt={16} mb={8}>
                The rows name {formatNumber(counties.length)} counties.
              </Text>
              <DescriptionList
                isNumeric
                items={counties
                  .slice(0, 6)
                  .map(({ name, properties }) => ({ label: name, value: formatNumber(properties) }))}
              />
            </>
          )}
        </Box>
      </Box>
      {positions.length > 0 && (
        <Box h={{ base: 320, sm: 420 }} style={{ borderTop: '1px solid var(--line)' }}>
          <PlacesMap
            label="Map of a sample of the properties"
            center={undefined}
            miles={undefined}
            outline={shape}
            points={points}
            active={active}
            onActive={setActive}
            onOpen={noop}
          />
        </Box>
      )}
    </Panel>
  )
}
