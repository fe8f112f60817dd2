import { type BuyerSearch, buyers } from '@dooryard/contract/buyers'
import { filters } from '@dooryard/contract/filters'
import { properties } from '@dooryard/contract/properties'
import type { z } from 'zod'
import { liveQueryOf, queryOf } from '../../lib/query.ts'

const anHour = 60 * 60 * 1000

/** One page of the buyers around a subject; the old page stays until the next is there. */
export const buyerPage = (search: z.input<typeof BuyerSearch>) => liveQueryOf(buyers.search, { body: search })

/** Where a property lies and what it is called, for an address that names the property alone. */
export const subjectProperty = (id: string) => queryOf(properties.get, { params: { id } })

export const distanceList = () => ({ ...queryOf(filters.distances, {}), staleTime: anHour })

/** The place with the most data, as an example to begin with. */
export const exampleCity = () => ({ ...queryOf(filters.cities, { query: { limit: 1 } }), staleTime: anHour })
