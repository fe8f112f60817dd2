import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { MapLead } from '@dooryard/contract/leads/lead-map'
import { type MapSale, saleMonths } from '@dooryard/contract/properties/map-sales'
import type { Feature } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { formatDay, formatDollars, formatNumber } from '../../lib/format/format.ts'
import { pointFeature } from '../layers/layers.ts'
import type { Viewport } from '../map.data.ts'
import type { ShownPoint } from '../map-props.ts'
import type { MapCanvas } from '../view/use-map.ts'
import { classColor, useOverlayColors } from './overlay-colors.ts'
import { describeWait, OverlayLegend } from './overlay-legend.tsx'
import { minSalesZoom, useMapLeads, useMapSales } from './overlays.data.ts'
import { overlayPointLayer, overlaySource, useOverlay } from './use-overlay.ts'

type PointOverlayProps = {
  canvas: MapCanvas
  viewport: Viewport | undefined
  /** Called with the points that can be hovered and opened. */
  onPoints: (points: readonly ShownPoint[]) => void
}

function usePointOverlay(
  { canvas, onPoints }: PointOverlayProps,
  shown: { points: readonly ShownPoint[]; features: Feature[]; color: ExpressionSpecification },
) {
  const { points, features, color } = shown
  useOverlay(canvas, {
    features,
    layer: {
      id: overlayPointLayer,
      source: overlaySource,
      type: 'circle',
      paint: {
        'circle-color': color,
        'circle-stroke-color': canvas.palette.land,
        'circle-stroke-width': 1.5,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 4.5, 14, 6, 17, 9],
      },
    },
  })
  useEffect(() => {
    onPoints(points)
    return () => onPoints([])
  }, [points, onPoints])
}

const toPoint = (place: MapSale | MapLead, note: string): ShownPoint => {
  const { propertyId, lat, lng, address, unit, city, state, zip } = place
  return { propertyId, lat, lng, address, unit, city, state, zip, estimatedValue: null, signals: [], note }
}

const formatShown = (shown: number, total: number, noun: string, first: string) =>
  total > shown
    ? `The ${formatNumber(shown)} ${first} of ${formatNumber(total)} ${noun} here.`
    : `${formatNumber(total)} ${noun} here.`

const monthMs = (365 / 12) * 24 * 3_600_000
const ages = [
  { from: 0, label: 'Last 3 months' },
  { from: 3, label: '3 to 6 months ago' },
  { from: 6, label: '6 to 9 months ago' },
  { from: 9, label: '9 to 12 months ago' },
] as const

const noSales: readonly MapSale[] = []

/** The sales of the last months, the newest in the strongest color. */
export function SalesOverlay(props: PointOverlayProps) {
  const { viewport } = props
  const { ramp } = useOverlayColors()
  const query = useMapSales(viewport, 'SALES')
  const isNear = viewport !== undefined && viewport.zoom >= minSalesZoom
  const found = isNear && query.data && 'sales' in query.data ? query.data : { sales: noSales, total: 0 }
  const rows = useMemo(() => ages.map(({ from, label }, at) => ({ from, label, color: ramp[4 - at] ?? '' })), [ramp])
  const { sales, total } = found
  const points = useMemo(
    () =>
      sales.map((sale) => {
        const perSqft = sale.pricePerSqft === null ? '' : ` · ${formatDollars(sale.pricePerSqft)} per sq ft`
        return toPoint(sale, `Sold ${formatDay(sale.soldOn)} for ${formatDollars(sale.price)}${perSqft}`)
      }),
    [sales],
  )
  const features = useMemo(() => {
    const now = Date.now()
    return sales.map((sale) =>
      pointFeature(sale, { id: sale.propertyId, value: (now - Date.parse(sale.soldOn)) / monthMs }),
    )
  }, [sales])
  usePointOverlay(props, { points, features, color: useMemo(() => classColor(rows), [rows]) })
  const wait = describeWait(query, query.data !== undefined)
  const note =
    total === 0
      ? `No sales here in the last ${saleMonths.recent} months.`
      : formatShown(sales.length, total, 'sales', 'newest')
  return (
    <OverlayLegend
      title="Recent sales"
      isRound
      rows={total === 0 ? [] : rows}
      note={isNear ? (wait ?? note) : 'Zoom in to see sales.'}
    />
  )
}

const noLeads: readonly MapLead[] = []

/** A property that several orders delivered, once: as the lead that moved last, which comes first. */
const pickLatest = (leads: readonly MapLead[]): MapLead[] => [
  ...new Map(leads.toReversed().map((lead) => [lead.propertyId, lead])).values(),
]

/** The leads of the own board, by stage. */
export function LeadsOverlay(props: PointOverlayProps) {
  const { stages } = useOverlayColors()
  const query = useMapLeads(props.viewport)
  const { leads: delivered, total: deliveries } = query.data ?? { leads: noLeads, total: 0 }
  const leads = useMemo(() => pickLatest(delivered), [delivered])
  const total = deliveries - delivered.length + leads.length
  const points = useMemo(() => leads.map((lead) => toPoint(lead, leadStages.label(lead.stage))), [leads])
  const features = useMemo(
    () => leads.map((lead) => pointFeature(lead, { id: lead.propertyId, stage: lead.stage })),
    [leads],
  )
  const color = useMemo(
    () =>
      ['match', ['get', 'stage'], ...Object.entries(stages).flat(), stages.DEAD] as unknown as ExpressionSpecification, // pairs of stage and color
    [stages],
  )
  usePointOverlay(props, { points, features, color })
  const rows = leadStages.values
    .filter((stage: LeadStage) => leads.some((lead) => lead.stage === stage))
    .map((stage: LeadStage) => ({ color: stages[stage], label: leadStages.label(stage) }))
  const note =
    total === 0 ? 'None of your leads are here.' : formatShown(leads.length, total, 'leads', 'most recently moved')
  return (
    <OverlayLegend
      title="My leads by stage"
      isRound
      rows={rows}
      note={describeWait(query, query.data !== undefined) ?? note}
    />
  )
}
