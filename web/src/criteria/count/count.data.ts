import type { Criteria } from '@dooryard/contract/criteria'
import { properties } from '@dooryard/contract/properties'
import type { FacetKey } from '@dooryard/contract/search-answers'
import { hashKey, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { liveQueryOf } from '../../lib/query.ts'
import { afterPaint, noteCounted, sinceTyped, typingRest } from './count-marks.ts'
import { isUncounted } from './filter-costs.ts'

/** Milliseconds for which numbers stand: what shows them next, or shows them again, asks for none of its own. */
const fresh = 10_000

const countOf = (criteria: Criteria) => ({
  ...liveQueryOf(properties.count, { body: { criteria } }),
  staleTime: fresh,
})

/** How many properties match, counted again at every change; the old number stays until the new one is there. */
export function useCount(criteria: Criteria, isWanted = true) {
  const count = useQuery({ ...countOf(criteria), enabled: isWanted })
  const isThere = count.data !== undefined && !count.isPlaceholderData
  useEffect(() => {
    if (isThere) noteCounted(criteria)
  }, [isThere, criteria])
  return { ...count, criteria }
}

export type Count = ReturnType<typeof useCount>

/** How many properties match by the latest count of just these criteria; undefined until there is one. Asks for none. */
export function useLatestCount(criteria: Criteria): number | undefined {
  const { data, isPlaceholderData } = useQuery({ ...countOf(criteria), enabled: false })
  return isPlaceholderData ? undefined : data?.count
}

/** Asks for a count before the screen has been told of the change: it is on its way while the screen is drawn. */
export function useCountAhead(): (criteria: Criteria) => void {
  const client = useQueryClient()
  return useCallback((criteria) => void client.prefetchQuery(countOf(criteria)), [client])
}

/**
 * Whether the count of just these criteria has been answered, or has failed, and been painted, and nobody types any more.
 * Whatever else they ask for waits until then, in the server and on the screen: it would hold up the count of what is typed
 * next.
 */
export function useCounted(criteria: Criteria, isWanted = true): boolean {
  const client = useQueryClient()
  const hash = hashKey([criteria])
  const [painted, setPainted] = useState<string>()
  const observe = useEffectEvent(() => new QueryObserver(client, countOf(criteria)))
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let waiting: ReturnType<typeof setTimeout> | undefined
    const told = () => {
      if (isOver) return
      clearTimeout(waiting)
      const rest = typingRest - sinceTyped()
      if (rest > 0) waiting = setTimeout(told, rest)
      else startTransition(() => setPainted(hash))
    }
    const look = ({ isPending, isPlaceholderData }: { isPending: boolean; isPlaceholderData: boolean }) => {
      if (!isPending && !isPlaceholderData) afterPaint(told)
    }
    const observer = observe()
    const leave = observer.subscribe(look)
    look(observer.getCurrentResult())
    return () => {
      isOver = true
      clearTimeout(waiting)
      leave()
    }
  }, [hash, isWanted])
  return painted === hash
}

/** How many matches are left out because the user has them, once that is known and there are any. */
export const yoursAlready = ({ data }: Pick<Count, 'data'>) => data?.alreadyDelivered || undefined

/** Whether nothing is left to find because the user has all of it. */
export const hasEverybody = (count: Pick<Count, 'data'>) => count.data?.count === 0 && yoursAlready(count) !== undefined

/** How the matches split by some fields, at most twelve; the old numbers stay until the new ones are there. */
export function useSplit(criteria: Criteria, keys: readonly FacetKey[], isWanted = true) {
  const isAsked = isWanted && keys.length > 0
  const isCounted = useCounted(criteria, isAsked)
  const { data, isPlaceholderData } = useQuery({
    ...liveQueryOf(properties.count, { body: { criteria, facets: [...keys] } }),
    staleTime: fresh,
    enabled: isAsked && isCounted,
  })
  return { facetOf: (key: FacetKey) => data?.facets?.find((facet) => facet.key === key), isStale: isPlaceholderData }
}

/** What each filter takes away and would give back, asked again while some of it is still being counted. */
export function useWaterfall(criteria: Criteria, isWanted = true) {
  const isCounted = useCounted(criteria, isWanted)
  return useQuery({
    ...liveQueryOf(properties.count, { body: { criteria, waterfall: true } }),
    staleTime: fresh,
    enabled: isCounted && isWanted,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isUncounted(data?.waterfall) ? Math.min(500 * 1.5 ** dataUpdateCount, 15_000) : false,
  })
}

export function useSample(criteria: Criteria, limit: number) {
  const isCounted = useCounted(criteria)
  return useQuery({ ...liveQueryOf(properties.search, { body: { criteria, limit } }), enabled: isCounted })
}
