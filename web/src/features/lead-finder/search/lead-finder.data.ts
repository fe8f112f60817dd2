import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { buildQuery, toQueryKey } from '../../../lib/api/query.ts'
import { getRefetchPolicy } from '../../../lib/api/refetch-policy.ts'
import type { PropertySort } from '../finder-state.ts'

export type PropertyQuery = { criteria: Criteria; sort: PropertySort; order: 'asc' | 'desc' }

/** Rows per request; small, because an account's daily reads of owners are limited. */
export const pageSize = 50

export const propertyPageQuery = ({ criteria, sort, order }: PropertyQuery, page: number) =>
  buildQuery(properties.search, { body: { criteria, sort, order, page, limit: pageSize } })

export const propertyDetailQuery = (id: string) => buildQuery(properties.get, { params: { id } })

const sameOwnerPageSize = 5

/** The other properties of a property's owner, a few at a time. */
export const sameOwnerQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...toQueryKey(properties.sameOwner), id],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        properties.sameOwner,
        { params: { id }, query: { page: pageParam, limit: sameOwnerPageSize } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    ...getRefetchPolicy(properties.sameOwner),
  })
