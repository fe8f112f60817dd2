import { type PropertyRow, properties } from '@dooryard/contract/properties/properties'
import { maxListedRows } from '@dooryard/contract/properties/property-search'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { toQueryKey } from '../../../lib/api/query.ts'
import { type PropertyQuery, pageSize, propertyPageQuery } from '../search/lead-finder.data.ts'

/**
 * Milliseconds the visible pages must stay the same before they are fetched; fast scrolling over thousands of rows
 * fetches none.
 */
const settleMs = 60

/** Rows below the visible ones that are fetched along with them. */
const rowsAhead = 10

/** A row of the table: its data, its failure, or neither while it loads. */
export type VirtualRow = { row?: PropertyRow | undefined; failure?: RowFailure | undefined }

/** A failed page of rows. */
type RowFailure = { retry: () => void }

export type ResultRows = ReturnType<typeof useResultRows>

const getPage = (index: number) => Math.floor(index / pageSize) + 1

/**
 * The rows of a query, loaded page by page. Keeps the old rows while those of a new query load, which starts when
 * `isEnabled`.
 */
export function useResultRows(query: PropertyQuery, isEnabled: boolean, startAt: number) {
  const [opened, setOpened] = useState({ asked: query, startAt })
  // Each query starts at the position from its URL, by default the top.
  if (opened.asked !== query) setOpened({ asked: query, startAt })
  const first = useQuery({ ...propertyPageQuery(query, getPage(opened.startAt)), enabled: isEnabled })
  const [{ shown, total }, setShown] = useState<{ shown?: PropertyQuery; total: number }>({ total: 0 })
  const latest = first.data?.totalCount
  const hasNewResult = latest !== undefined && opened.asked === query && (shown !== query || total !== latest)
  if (hasNewResult) setShown({ shown: query, total: latest })
  return { shown, total, listed: Math.min(total, maxListedRows), isStale: shown !== query, first }
}

/** Refetches the rows when their count changes: some were delivered, or a roll was imported. */
export function useRefreshOnCountChange(total: number, count: number | undefined, isStale: boolean) {
  const cache = useQueryClient()
  useEffect(() => {
    if (isStale || count === undefined || count === total) return
    void cache.invalidateQueries({ queryKey: toQueryKey(properties.search) })
  }, [cache, count, total, isStale])
}

type VisibleRange = { first: number; last: number; total: number }

/** The visible pages and the next one, once scrolling has stopped. */
function useVisiblePages({ first, last, total }: VisibleRange): number[] {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const [from, to] = [getPage(first), Math.min(getPage(last + rowsAhead), lastPage)]
  const [settled, setSettled] = useState({ from, to })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ from, to }), settleMs)
    return () => clearTimeout(timer)
  }, [from, to])
  return Array.from({ length: Math.max(0, settled.to - settled.from + 1) }, (_, step) => settled.from + step)
}

const placeholderQuery: PropertyQuery = { criteria: {}, sort: 'place', order: 'asc' }

/** The row at each index of the query; fetches visible pages that are not cached. */
export function useVirtualRows(shown: PropertyQuery | undefined, visibleRange: VisibleRange) {
  const client = useQueryClient()
  const propertyQuery = shown ?? placeholderQuery
  const pages = useVisiblePages(visibleRange)
  const results = useQueries({
    queries: pages.map((page) => ({
      ...propertyPageQuery(propertyQuery, page),
      enabled: shown !== undefined && visibleRange.total > 0,
    })),
  })
  const failures = new Map<number, RowFailure>()
  for (const [at, { data, isError, refetch }] of results.entries()) {
    // Read the data first: a query whose data is never read does not notify when it arrives.
    if (data || !isError) continue
    failures.set(pages[at] ?? 0, { retry: () => void refetch() })
  }
  // Built on each render: cached pages show at once, also during fast scrolling. Looked up once per page, since the
  // key includes all criteria.
  const itemsByPage = new Map<number, PropertyRow[] | undefined>()
  const getItems = (page: number) => {
    if (!itemsByPage.has(page))
      itemsByPage.set(page, client.getQueryData(propertyPageQuery(propertyQuery, page).queryKey)?.items)
    return itemsByPage.get(page)
  }
  const getRow = (index: number): VirtualRow => {
    const row = getItems(getPage(index))?.[index % pageSize]
    return { row, failure: row ? undefined : failures.get(getPage(index)) }
  }
  return { getRow }
}

/** Looks up and fetches properties by their position in the table; missing pages are fetched. */
export function useNeighbors(shown: PropertyQuery | undefined, listed: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const pages = Math.ceil(listed / pageSize)
    const getCachedItems = (page: number) =>
      shown && client.getQueryData(propertyPageQuery(shown, page).queryKey)?.items
    const findIndex = (id: string) => {
      for (let page = 1; page <= pages; page++) {
        const at = getCachedItems(page)?.findIndex(({ propertyId }) => propertyId === id) ?? -1
        if (at !== -1) return (page - 1) * pageSize + at
      }
      return undefined
    }
    const fetchIdAt = async (index: number) => {
      if (!shown || index < 0 || index >= listed) return undefined
      const { items } = await client.ensureQueryData(propertyPageQuery(shown, getPage(index)))
      return items[index % pageSize]?.propertyId
    }
    return { findIndex, fetchIdAt }
  }, [client, shown, listed])
}
