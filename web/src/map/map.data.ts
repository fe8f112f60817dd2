import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type Bounds, propertyMap } from '@dooryard/contract/properties/map'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { buildLiveQuery, buildQuery } from '../lib/api/query.ts'
import { findExtent } from './view/fit.ts'

// A map that is moved leaves many answers in the cache, each of which may be large.
const cacheOptions = { gcTime: 60_000, staleTime: 30_000 }

export type Viewport = { bounds: Bounds; zoom: number }

const emptyViewport: Viewport = { bounds: { west: 0, south: 0, east: 0, north: 0 }, zoom: 0 }

/** The matches in the viewport. The previous answer stays until the new one arrives. */
export const useMatches = (criteria: Criteria, viewport: Viewport | undefined, isWanted: boolean) =>
  useQuery({
    ...buildLiveQuery(propertyMap.map, { body: { criteria, ...(viewport ?? emptyViewport) } }),
    ...cacheOptions,
    enabled: isWanted && viewport !== undefined,
  })

export type Matches = ReturnType<typeof useMatches>

/** The bounds of all matches; undefined when there are none. */
export const findExtentOfMatches = (client: QueryClient, criteria: Criteria) =>
  findExtent((bounds, zoom) =>
    client.fetchQuery({ ...buildQuery(propertyMap.map, { body: { criteria, bounds, zoom } }), ...cacheOptions }),
  )
