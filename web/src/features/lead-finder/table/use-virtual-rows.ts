import { type PropertyRow, properties } from '@dooryard/contract/properties'
import { deepestRow } from '@dooryard/contract/property-search'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ApiError, isOwnerLimit } from '../../../lib/errors.ts'
import { keyOf } from '../../../lib/query.ts'
import { pageSize, propertyPage, type Question } from '../search/lead-finder.data.ts'

/** Milliseconds for which the same pages stay in sight before they are fetched: a flight over thousands fetches none. */
const sightMs = 60

/** Rows below those in sight that are fetched with them. */
const rowsAhead = 10

/** What stands at a place of the table: a row, why there is none, or neither while it is being fetched. */
export type VirtualRow = { row?: PropertyRow | undefined; failure?: Failure | undefined }

/** Rows that could not be had, and the refusal where that is since the owners of a day are used up. */
export type Failure = { retry: () => void; limit: ApiError | undefined }

export type ShownRows = ReturnType<typeof useShownRows>

const pageAt = (index: number) => Math.floor(index / pageSize) + 1

/**
 * The rows of a question, page by page as they come into sight. While those of a new question are being fetched, which is
 * not asked before `isWanted`, the old ones stay.
 */
export function useShownRows(asked: Question, isWanted: boolean, startAt: number) {
  const [opened, setOpened] = useState({ asked, startAt })
  // Each question starts where its address says, which is the top where it does not.
  if (opened.asked !== asked) setOpened({ asked, startAt })
  const first = useQuery({ ...propertyPage(asked, pageAt(opened.startAt)), enabled: isWanted })
  const [{ shown, total }, setShown] = useState<{ shown?: Question; total: number }>({ total: 0 })
  const latest = first.data?.totalCount
  const isNews = latest !== undefined && opened.asked === asked && (shown !== asked || total !== latest)
  if (isNews) setShown({ shown: asked, total: latest })
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

type Sight = { first: number; last: number; total: number }

/** The pages in sight and the one that comes next, once the eye rests on them. */
function usePagesInSight({ first, last, total }: Sight): number[] {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const [from, to] = [pageAt(first), Math.min(pageAt(last + rowsAhead), lastPage)]
  const [rested, setRested] = useState({ from, to })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ from, to }), sightMs)
    return () => clearTimeout(timer)
  }, [from, to])
  return Array.from({ length: Math.max(0, rested.to - rested.from + 1) }, (_, step) => rested.from + step)
}

const noQuestion: Question = { criteria: {}, sort: 'place', order: 'asc' }

/** What stands at each place of the question shown; fetches what is in sight and not there yet. */
export function useVirtualRows(shown: Question | undefined, sight: Sight) {
  const client = useQueryClient()
  const question = shown ?? noQuestion
  const pages = usePagesInSight(sight)
  const results = useQueries({
    queries: pages.map((page) => ({
      ...propertyPage(question, page),
      enabled: shown !== undefined && sight.total > 0,
    })),
  })
  const failures = new Map<number, Failure>()
  for (const [at, { data, isError, error, refetch }] of results.entries()) {
    // The data first: a query that is never asked for its data tells nobody that it has come.
    if (data || !isError) continue
    failures.set(pages[at] ?? 0, {
      retry: () => void refetch(),
      limit: isOwnerLimit(error) ? error : undefined,
    })
  }
  // Each render: pages that have been fetched before are shown at once, also while the eye flies over them. Once a page,
  // since its key is made of all the criteria.
  const known = new Map<number, PropertyRow[] | undefined>()
  const getItems = (page: number) => {
    if (!known.has(page)) known.set(page, client.getQueryData(propertyPage(question, page).queryKey)?.items)
    return known.get(page)
  }
  const rowAt = (index: number): VirtualRow => {
    const row = getItems(pageAt(index))?.[index % pageSize]
    return { row, failure: row ? undefined : failures.get(pageAt(index)) }
  }
  return { rowAt, limit: combineLimits([...failures.values()]) }
}

/** The refusal of all pages for which one day has no owners left. */
function combineLimits(failures: readonly Failure[]) {
  const refused = failures.filter(({ limit }) => limit)
  const error = refused[0]?.limit
  const retry = () => {
    for (const failure of refused) failure.retry()
  }
  return error && { error, retry }
}

/** The properties next to one, in the order of the table, as far as that is known; a page that is missing is fetched. */
export function useNeighbors(shown: Question | undefined, listed: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const pages = Math.ceil(listed / pageSize)
    const cached = (page: number) => shown && client.getQueryData(propertyPage(shown, page).queryKey)?.items
    const findPlace = (id: string) => {
      for (let page = 1; page <= pages; page++) {
        const at = cached(page)?.findIndex(({ propertyId }) => propertyId === id) ?? -1
        if (at !== -1) return (page - 1) * pageSize + at
      }
      return undefined
    }
    const fetchIdAt = async (index: number) => {
      if (!shown || index < 0 || index >= listed) return undefined
      const { items } = await client.ensureQueryData(propertyPage(shown, pageAt(index)))
      return items[index % pageSize]?.propertyId
    }
    return { findPlace, fetchIdAt }
  }, [client, shown, listed])
}
