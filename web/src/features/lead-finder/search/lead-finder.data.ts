import { minuteMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { buildQuery } from '../../../lib/api/query.ts'
import type { PropertySort } from '../finder-state.ts'

export type PropertyQuery = { criteria: Criteria; sort: PropertySort; order: 'asc' | 'desc' }

/** Rows per request: those of a tall screen, so that the first ones come fast. */
export const pageSize = 50

export const propertyPageQuery = ({ criteria, sort, order }: PropertyQuery, page: number) => ({
  ...buildQuery(properties.search, { body: { criteria, sort, order, page, limit: pageSize } }),
  // Scrolling back to a page fetches nothing. Another count, or a revealed owner, makes all pages stale.
  staleTime: minuteMs,
})
