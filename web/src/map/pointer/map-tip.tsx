import type { MapPoint } from '@dooryard/contract/properties/map'
import { Box, Text } from '@mantine/core'
import type { MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatDollars, toReadableCase } from '../../lib/format/format.ts'
import { listSignalLabels } from '../layers/signal-groups.ts'
import classes from '../map.module.css'
import type { ShownPoint } from '../map-props.ts'

const gap = 14

/** Positions a box next to a point of the map, on the side with enough room. */
export function usePopupPosition(map: MapLibreMap, at: { lat: number; lng: number }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    const { x, y } = map.project([at.lng, at.lat])
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { clientWidth, clientHeight } = map.getContainer()
    const left = Math.max(8, Math.min(x - width / 2, clientWidth - width - 8))
    const top = y - height - gap >= 8 ? y - height - gap : Math.min(y + gap, clientHeight - height - 8)
    box.current.style.translate = `${Math.round(left)}px ${Math.round(Math.max(8, top))}px`
  }, [map, at.lat, at.lng])
  return box
}

type MapTipProps = { map: MapLibreMap; at: { lat: number; lng: number }; children: ReactNode }

export const MapTip = ({ map, at, children }: MapTipProps) => (
  <Box
    ref={usePopupPosition(map, at)}
    className={classes.popup}
    w="max-content"
    maw={260}
    p="8px 10px"
    style={{ pointerEvents: 'none' }}
    aria-hidden="true"
  >
    {children}
  </Box>
)

export const formatAddress = ({ address, unit }: MapPoint) =>
  address ? `${toReadableCase(address)}${unit ? ` ${unit}` : ''}` : 'No street address'

/** A property's details while it is hovered. The table shows the same without a pointer. */
export function PointTip({ map, point }: { map: MapLibreMap; point: ShownPoint }) {
  const { city, state, zip, estimatedValue } = point
  const lines = [
    [city && toReadableCase(city), [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    point.note,
    estimatedValue !== null && `${formatDollars(estimatedValue)} estimated`,
    listSignalLabels(point.signals).join(' · '),
  ]
  return (
    <MapTip map={map} at={point}>
      <Text fz={13} lh="18px" fw={500}>
        {formatAddress(point)}
      </Text>
      {lines.map(
        (line) =>
          line && (
            <Text key={line} className="numbers" fz={13} lh="18px" c="dimmed">
              {line}
            </Text>
          ),
      )}
    </MapTip>
  )
}
