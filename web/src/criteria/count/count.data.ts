import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { FacetKey, FilterBreakdown } from '@dooryard/contract/properties/facets'
import { properties } from '@dooryard/contract/properties/properties'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import { hashKey, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { isFinal } from '../../lib/api/retry-policy.ts'
import { afterPaint, getMsSinceKeystroke, idleMs, markCountPainted } from './count-marks.ts'

/**
 * Milliseconds for which counts stay fresh. Other components that show them in this time send no request of their own.
 */
const staleTimeMs = 10_000

const countQuery = (criteria: Criteria) => ({
  ...buildLiveQuery(properties.count, { body: { criteria } }),
  staleTime: staleTimeMs,
})

/**
 * The number of matching properties, counted again on every change. The previous count stays until the new one
 * arrives.
 */
export function useCount(criteria: Criteria, isWanted = true) {
  const count = useQuery({ ...countQuery(criteria), enabled: isWanted })
  const hasData = count.data !== undefined && !count.isPlaceholderData
  useEffect(() => {
    if (hasData) markCountPainted(criteria)
  }, [hasData, criteria])
  return { ...count, criteria }
}

export type Count = ReturnType<typeof useCount>

/** The latest count of exactly these criteria; undefined until there is one. Sends no request. */
export function useLatestCount(criteria: Criteria): PropertyCount | undefined {
  const { data, isPlaceholderData } = useQuery({ ...countQuery(criteria), enabled: false })
  return isPlaceholderData ? undefined : data
}

/**
 * Why exactly these criteria cannot be counted, if asking again would not help: everything else asked of them would be
 * refused alike. Undefined until that is known; once it is, it stays while they are counted again, as when the window
 * gets the focus. Sends no request.
 */
export function useCountRefusal(criteria: Criteria): Error | undefined {
  const { error, isPending } = useQuery({ ...countQuery(criteria), placeholderData: undefined, enabled: false })
  const [latest, setLatest] = useState<{ hash: string; error: Error }>()
  const hash = hashKey([criteria])
  if (!error || !isFinal(error)) return isPending && latest?.hash === hash ? latest.error : undefined
  if (latest?.error !== error) setLatest({ hash, error })
  return error
}

/** Prefetches a count before React renders the change, so that the request runs while the screen renders. */
export function usePrefetchCount(): (criteria: Criteria) => void {
  const client = useQueryClient()
  return useCallback((criteria) => void client.prefetchQuery(countQuery(criteria)), [client])
}

/**
 * Whether the count of exactly these criteria has succeeded or failed and been painted, and typing has stopped. Other
 * requests for the criteria wait until then, because they would delay the next count on the server and on the screen.
 */
export function useIsCountSettled(criteria: Criteria, isWanted = true): boolean {
  const client = useQueryClient()
  const hash = hashKey([criteria])
  const [painted, setPainted] = useState<string>()
  const observe = useEffectEvent(() => new QueryObserver(client, countQuery(criteria)))
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onPainted = () => {
      if (isOver) return
      clearTimeout(waiting)
      const rest = idleMs - getMsSinceKeystroke()
      if (rest > 0) waiting = setTimeout(onPainted, rest)
      else startTransition(() => setPainted(hash))
    }
    const check = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }) => {
      if (!isPending && !isPlaceholderData) afterPaint(onPainted)
    }
    const observer = observe()
    const unsubscribe = observer.subscribe(check)
    check(observer.getCurrentResult())
    return () => {
      isOver = true
      clearTimeout(waiting)
      unsubscribe()
    }
  }, [hash, isWanted])
  return painted === hash
}

/** The number of matches excluded because the user purchased them; undefined while unknown or zero. */
export const getAlreadyPurchased = ({ data }: Pick<Count, 'data'>) => data?.alreadyDelivered || undefined

/** Whether nothing is left to find because the user purchased every match. */
export const isFullyPurchased = (count: Pick<Count, 'data'>) =>
  count.data?.count === 0 && getAlreadyPurchased(count) !== undefined

/** Facet counts of the matches for up to twelve fields. The previous counts stay until the new ones arrive. */
export function useFacets(criteria: Criteria, keys: readonly FacetKey[], isWanted = true) {
  const isRefused = useCountRefusal(criteria) !== undefined
  const isRequested = isWanted && keys.length > 0 && !isRefused
  const isCounted = useIsCountSettled(criteria, isRequested)
  const { data, isPlaceholderData } = useQuery({
    ...buildLiveQuery(properties.count, { body: { criteria, facets: [...keys] } }),
    staleTime: staleTimeMs,
    enabled: isRequested && isCounted,
  })
  return { getFacet: (key: FacetKey) => data?.facets?.find((facet) => facet.key === key), isStale: isPlaceholderData }
}

export const hasUncountedClauses = (waterfall: FilterBreakdown | undefined) =>
  waterfall?.clauses.some(({ givesBack }) => givesBack === null) ?? false

/**
 * The filter breakdown: how many properties each filter removes, and how many match without it. Refetched while some clauses are
 * still being counted.
 */
export function useFilterBreakdown(criteria: Criteria, isWanted = true) {
  const isCounted = useIsCountSettled(criteria, isWanted)
  return useQuery({
    ...buildLiveQuery(properties.count, { body: { criteria, waterfall: true } }),
    staleTime: staleTimeMs,
    enabled: isCounted && isWanted,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      hasUncountedClauses(data?.waterfall) ? Math.min(500 * 1.5 ** dataUpdateCount, 15_000) : false,
  })
}

export function useSample(criteria: Criteria, limit: number) {
  const isCounted = useIsCountSettled(criteria)
  return useQuery({ ...buildLiveQuery(properties.search, { body: { criteria, limit } }), enabled: isCounted })
}
