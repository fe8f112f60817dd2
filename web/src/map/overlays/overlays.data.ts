import { leadMap } from '@dooryard/contract/leads/lead-map'
import { type MapSalesQuery, mapSales } from '@dooryard/contract/properties/map-sales'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../lib/api/query.ts'
import type { Viewport } from '../map.data.ts'

const cacheOptions = { gcTime: 60_000, staleTime: 60_000 }

/** A wider map has more sales than can be told apart. */
export const minSalesZoom = 11

const emptyBounds = { west: 0, south: 0, east: 0, north: 0 }

export const useMapSales = (viewport: Viewport | undefined, show: MapSalesQuery['show']) =>
  useQuery({
    ...buildLiveQuery(mapSales.find, { body: { bounds: emptyBounds, zoom: 0, ...viewport, show } }),
    ...cacheOptions,
    enabled: viewport !== undefined && viewport.zoom >= minSalesZoom,
  })

/** Leads move on the board meanwhile, so they are read again whenever the map shows them. */
export const useMapLeads = (viewport: Viewport | undefined) =>
  useQuery({
    ...buildLiveQuery(leadMap.get, { query: viewport?.bounds ?? emptyBounds }),
    gcTime: cacheOptions.gcTime,
    enabled: viewport !== undefined,
  })
