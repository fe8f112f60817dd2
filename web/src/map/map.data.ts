import type { Criteria } from '@dooryard/contract/criteria'
import { type Bounds, propertyMap } from '@dooryard/contract/map'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { liveQueryOf, queryOf } from '../lib/query.ts'
import { findExtent } from './view/fit.ts'

// A map that is moved about leaves many answers behind, each of which may be large.
const keptFor = { gcTime: 60_000, staleTime: 30_000 }

export type Viewport = { bounds: Bounds; zoom: number }

const nowhere: Viewport = { bounds: { west: 0, south: 0, east: 0, north: 0 }, zoom: 0 }

/** What matches where a map looks; the old answer stays until the new one is there. */
export const useMatches = (criteria: Criteria, viewport: Viewport | undefined, isWanted: boolean) =>
  useQuery({
    ...liveQueryOf(propertyMap.map, { body: { criteria, ...(viewport ?? nowhere) } }),
    ...keptFor,
    enabled: isWanted && viewport !== undefined,
  })

export type Matches = ReturnType<typeof useMatches>

/** Where everything is that matches; undefined when nothing does. */
export const findExtentOfMatches = (client: QueryClient, criteria: Criteria) =>
  findExtent((bounds, zoom) =>
    client.fetchQuery({ ...queryOf(propertyMap.map, { body: { criteria, bounds, zoom } }), ...keptFor }),
  )
