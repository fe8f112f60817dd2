import { type PropertyRow, properties } from '@dooryard/contract/properties'
import { deepestRow } from '@dooryard/contract/property-search'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ApiError, isOwnerLimit } from '../../lib/errors.ts'
import { keyOf } from '../../lib/query.ts'
import { pageSize, propertyPage, type Question } from './lead-finder.data.ts'

/** Milliseconds for which the same pages stay in sight before they are fetched: a flight over thousands fetches none. */
const sightMs = 60

/** What stands at a place of the table. */
export type Slot = { row: PropertyRow } | { failed: Failure } | 'ON_ITS_WAY'

/** Rows that could not be had, and the refusal where that is since the owners of a day are used up. */
export type Failure = { retry: () => void; limit: ApiError | undefined }

export type ShownRows = ReturnType<typeof useShownRows>

const pageAt = (index: number) => Math.floor(index / pageSize) + 1

/** Rows below those in sight that are fetched with them. */
const rowsAhead = 10

/** The pages in sight and the one that comes next, once the eye rests on them. */
function usePagesInSight(first: number, last: number, total: number): number[] {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const [from, to] = [pageAt(first), Math.min(pageAt(last + rowsAhead), lastPage)]
  const [rested, setRested] = useState({ from, to })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ from, to }), sightMs)
    return () => clearTimeout(timer)
  }, [from, to])
  return Array.from({ length: Math.max(0, rested.to - rested.from + 1) }, (_, step) => rested.from + step)
}

/**
 * The rows of a question, page by page as they come into sight. While those of a new question are on their way, which is
 * not asked before `isWanted`, the old ones stay.
 */
export function useShownRows(asked: Question, isWanted: boolean, startAt: number) {
  const [held, setHeld] = useState<{ asked: Question; shown?: Question; start: number }>({ asked, start: startAt })
  // Each question starts where its address says, which is the top where it does not.
  if (held.asked !== asked) setHeld({ ...held, asked, start: startAt })
  const start = held.asked === asked ? held.start : startAt
  const first = useQuery({ ...propertyPage(asked, pageAt(start)), enabled: isWanted })
  const isNew = held.shown !== asked
  if (isNew && first.data && held.asked === asked) setHeld({ ...held, shown: asked })
  const shown = first.data ? asked : held.shown
  const total = useTotal(shown, first.data?.totalCount)
  return { shown, total, listed: Math.min(total, deepestRow), isStale: shown !== asked, first }
}

/**
 * Asks for the rows again once another number of them is counted: since they were fetched some were delivered, or a roll was
 * imported. By themselves they stay as they are for an hour.
 */
export function useRefreshedRows(total: number, counted: number | undefined, isStale: boolean) {
  const cache = useQueryClient()
  useEffect(() => {
    if (isStale || counted === undefined || counted === total) return
    void cache.invalidateQueries({ queryKey: keyOf(properties.search) })
  }, [cache, counted, total, isStale])
}

/** How many match the question shown: as its latest page says. */
function useTotal(shown: Question | undefined, latest: number | undefined) {
  const [kept, setKept] = useState<{ shown: Question | undefined; total: number }>({ shown: undefined, total: 0 })
  if (latest !== undefined && (kept.shown !== shown || kept.total !== latest)) setKept({ shown, total: latest })
  return latest ?? kept.total
}

const noQuestion: Question = { criteria: {}, sort: 'place', order: 'asc' }

/** What stands at each place between two rows of the question shown, and fetches what does not stand there yet. */
export function useSlots(shown: Question | undefined, { first, last, total }: Sight) {
  const client = useQueryClient()
  const question = shown ?? noQuestion
  const pages = usePagesInSight(first, last, total)
  const results = useQueries({
    queries: pages.map((page) => ({ ...propertyPage(question, page), enabled: shown !== undefined && total > 0 })),
  })
  const failed = new Map(
    pages.flatMap((page, at) => {
      const result = results[at]
      // The data first: a query that is never asked for its data tells nobody that it has come.
      return result && !result.data && result.isError ? [[page, failureOf(result)]] : []
    }),
  )
  // Each render: pages that have been fetched before are shown at once, also while the eye flies over them. Once a page,
  // since its key is made of all the criteria.
  const known = new Map<number, PropertyRow[] | undefined>()
  const itemsOf = (page: number) => {
    if (!known.has(page)) known.set(page, client.getQueryData(propertyPage(question, page).queryKey)?.items)
    return known.get(page)
  }
  const slotAt = (index: number): Slot => {
    const page = pageAt(index)
    const row = itemsOf(page)?.[index % pageSize]
    if (row) return { row }
    const failure = failed.get(page)
    return failure ? { failed: failure } : 'ON_ITS_WAY'
  }
  return { slotAt, limit: limitOf([...failed.values()]) }
}

/** The refusal of all pages that one day has no owners left for. */
function limitOf(failures: readonly Failure[]) {
  const refused = failures.filter(({ limit }) => limit)
  const [error] = refused.flatMap(({ limit }) => limit ?? [])
  const retry = () => {
    for (const failure of refused) failure.retry()
  }
  return error && { error, retry }
}

const failureOf = ({ error, refetch }: { error: Error | null; refetch: () => unknown }): Failure => ({
  retry: () => void refetch(),
  limit: isOwnerLimit(error) ? error : undefined,
})

type Sight = { first: number; last: number; total: number }

/** The properties next to one, in the order of the table, as far as that is known; a page that is missing is fetched. */
export function useNeighbours(shown: Question | undefined, listed: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const pages = Math.ceil(listed / pageSize)
    const cached = (page: number) => shown && client.getQueryData(propertyPage(shown, page).queryKey)?.items
    const placeOf = (id: string) => {
      for (let page = 1; page <= pages; page++) {
        const at = cached(page)?.findIndex(({ propertyId }) => propertyId === id) ?? -1
        if (at !== -1) return (page - 1) * pageSize + at
      }
      return undefined
    }
    const idAt = async (index: number) => {
      if (!shown || index < 0 || index >= listed) return undefined
      const { items } = await client.ensureQueryData(propertyPage(shown, pageAt(index)))
      return items[index % pageSize]?.propertyId
    }
    return { placeOf, idAt }
  }, [client, shown, listed])
}
