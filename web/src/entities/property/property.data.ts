import { minuteMs } from '@dooryard/contract/api/time'
import { properties } from '@dooryard/contract/properties/properties'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { buildQuery, toQueryKey } from '../../lib/api/query.ts'

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
    staleTime: minuteMs,
  })
