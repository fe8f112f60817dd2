import { minBlockSales, type PriceBlock, saleMonths } from '@dooryard/contract/properties/map-sales'
import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { formatDollars } from '../../lib/format/format.ts'
import type { Viewport } from '../map.data.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { classColor, toClasses, useOverlayColors } from './overlay-colors.ts'
import { describeWait, OverlayLegend } from './overlay-legend.tsx'
import { minSalesZoom, useMapSales } from './overlays.data.ts'
import { overlaySource, useOverlay } from './use-overlay.ts'

const noBlocks: readonly PriceBlock[] = []

const toFeature = ({ outline, pricePerSqft }: PriceBlock): Feature => ({
  type: 'Feature',
  properties: { value: pricePerSqft },
  geometry: { type: 'Polygon', coordinates: [[...outline, ...outline.slice(0, 1)]] },
})

type PriceOverlayProps = { canvas: MapCanvas; viewport: Viewport | undefined; below: string }

/** The median price per square foot of a block's recent sales. */
export function PriceOverlay({ canvas, viewport, below }: PriceOverlayProps) {
  const colors = useOverlayColors()
  const query = useMapSales(viewport, 'PRICES')
  const isNear = viewport !== undefined && viewport.zoom >= minSalesZoom
  const blocks = isNear && query.data && 'blocks' in query.data ? query.data.blocks : noBlocks
  const classes = useMemo(
    () =>
      toClasses(
        blocks.map(({ pricePerSqft }) => pricePerSqft),
        colors,
      ),
    [blocks, colors],
  )
  const features = useMemo(() => blocks.map(toFeature), [blocks])
  useOverlay(canvas, {
    features,
    below,
    layer: {
      id: overlaySource,
      source: overlaySource,
      type: 'fill',
      paint: { 'fill-color': classColor(classes), 'fill-opacity': 0.5, 'fill-outline-color': canvas.palette.land },
    },
  })
  const rows = classes.map(({ from, color }, at) => {
    const next = classes[at + 1]
    return {
      color,
      label: next ? `${formatDollars(from)} to ${formatDollars(next.from - 1)}` : `${formatDollars(from)} or more`,
    }
  })
  const wait = describeWait(query, query.data !== undefined)
  const found =
    blocks.length > 0
      ? `Medians of sales in ${saleMonths.prices} months.`
      : `No block here had ${minBlockSales} sales in ${saleMonths.prices} months.`
  return (
    <OverlayLegend
      title="Price per square foot"
      rows={rows}
      note={isNear ? (wait ?? found) : 'Zoom in to see prices by block.'}
    />
  )
}
