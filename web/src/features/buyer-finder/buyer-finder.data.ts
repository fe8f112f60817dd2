import { minuteMs } from '@dooryard/contract/api/time'
import { type BuyerSearch, buyers } from '@dooryard/contract/properties/buyers'
import { distances, filters } from '@dooryard/contract/properties/filters'
import { properties } from '@dooryard/contract/properties/properties'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Position } from '../../criteria/places/position.ts'
import { buildLiveQuery, buildQuery, cacheTimeMs } from '../../lib/api/query.ts'

/** The choices of distances are fixed and the cities change only with an import: fresh as long as they are cached. */
const staleTime = cacheTimeMs

/** One page of buyers around a subject; the previous page stays until the next one has loaded. */
export const buyerPage = (search: z.input<typeof BuyerSearch>) => ({
  ...buildLiveQuery(buyers.search, { body: search }),
  staleTime: minuteMs,
})

/** The position and address of a property, for a URL that only names the property. */
export const subjectProperty = (id: string) => buildQuery(properties.get, { params: { id } })

export const distanceList = () => ({ ...buildQuery(filters.distances, {}), staleTime })

/** The city with the most data, as an example to start with. */
export const exampleCity = () => ({ ...buildQuery(filters.cities, { query: { limit: 1 } }), staleTime })

/** The widest search, which finds nobody where no property is known. */
export const widestMiles = Math.max(...distances)

/**
 * Whether no property is known within the widest search around a position, so that no search there finds anybody. False
 * while that is being counted; asks only if `isWanted`.
 */
export function useIsPlaceWithoutData(center: Position | undefined, isWanted: boolean): boolean {
  const near = { lat: center?.lat ?? 0, lng: center?.lng ?? 0, miles: widestMiles }
  const { data } = useQuery({
    ...buildQuery(properties.count, { body: { criteria: { location: { near }, exclude: { delivered: false } } } }),
    staleTime,
    enabled: isWanted && center !== undefined,
  })
  return data?.count === 0
}
