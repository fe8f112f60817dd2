import { properties } from '@dooryard/contract/properties'
import type { PropertySearch } from '@dooryard/contract/property-search'
import type { z } from 'zod'
import { liveQueryOf, queryOf } from '../../lib/query.ts'

/** One page of the properties that match. */
export const propertyPage = (search: z.input<typeof PropertySearch>) => liveQueryOf(properties.search, { body: search })

/** Everything known of one property. */
export const propertyDetail = (id: string) => queryOf(properties.get, { params: { id } })
