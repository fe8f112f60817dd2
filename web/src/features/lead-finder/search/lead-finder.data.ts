import type { Criteria } from '@dooryard/contract/criteria'
import { properties } from '@dooryard/contract/properties'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { freshnessOf } from '../../../lib/freshness.ts'
import { useCreditSettings } from '../../../lib/me.ts'
import { keyOf, queryOf } from '../../../lib/query.ts'
import type { PropertySort } from '../finder-state.ts'

export type Question = { criteria: Criteria; sort: PropertySort; order: 'asc' | 'desc' }

/** Rows that are fetched at once: what an account reads of owners in a day is limited. */
export const pageSize = 50

export const propertyPage = ({ criteria, sort, order }: Question, page: number) =>
  queryOf(properties.search, { body: { criteria, sort, order, page, limit: pageSize } })

export const propertyDetail = (id: string) => queryOf(properties.get, { params: { id } })

const othersAtOnce = 5

/** The other properties of a property's owner, a few at a time. */
export const sameOwner = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(properties.sameOwner), id],
    queryFn: ({ pageParam, signal }) =>
      api.call(properties.sameOwner, { params: { id }, query: { page: pageParam, limit: othersAtOnce } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    ...freshnessOf(properties.sameOwner),
  })

export function useMinOrder(): number {
  const open = useCreditSettings()?.filter(({ isActive }) => isActive) ?? []
  return open.length > 0 ? Math.max(1, Math.min(...open.map(({ minCampaignVolume }) => minCampaignVolume))) : 1
}
