import type { PropertyMap } from '@dooryard/contract/properties/map'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { pointFeature } from '../layers/layers.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { type OverlayColors, useOverlayColors } from './overlay-colors.ts'
import { OverlayLegend } from './overlay-legend.tsx'
import { overlaySource, useOverlay } from './use-overlay.ts'

/** Transparent where there are none. */
const heatColor = ({ ramp }: OverlayColors): ExpressionSpecification =>
  [
    'interpolate',
    ['linear'],
    ['heatmap-density'],
    ...[0, `${ramp[0]}00`],
    ...ramp.flatMap((color, at) => [(at + 1) / ramp.length, color]),
  ] as unknown as ExpressionSpecification // pairs of density and color

function listWeights(answer: PropertyMap | undefined) {
  if (!answer) return []
  if ('points' in answer) return answer.points.map((point) => pointFeature(point, { weight: 0.35 }))
  const largest = Math.max(1, ...answer.cells.map(({ count }) => count))
  return answer.cells.map((cell) => pointFeature(cell, { weight: cell.count / largest }))
}

/** How densely the matches lie: the same properties and cells as the points of the map. */
export function HeatOverlay({ canvas, answer }: { canvas: MapCanvas; answer: PropertyMap | undefined }) {
  const colors = useOverlayColors()
  const features = useMemo(() => listWeights(answer), [answer])
  useOverlay(canvas, {
    features,
    layer: {
      id: overlaySource,
      source: overlaySource,
      type: 'heatmap',
      paint: {
        'heatmap-weight': ['get', 'weight'],
        'heatmap-color': heatColor(colors),
        'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 4, 18, 12, 28, 17, 44],
        'heatmap-opacity': 0.8,
      },
    },
  })
  const rows = [
    { color: colors.ramp.at(-1) ?? '', label: 'Many matches' },
    { color: colors.ramp[0] ?? '', label: 'Few matches' },
  ]
  const isEmpty = answer?.inBounds === 0
  return (
    <OverlayLegend
      title="Heat of matches"
      rows={isEmpty ? [] : rows}
      note={isEmpty ? 'No matches here.' : 'Compared with the rest of this view.'}
    />
  )
}
