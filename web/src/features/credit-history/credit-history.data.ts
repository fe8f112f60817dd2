import { type Bucket, creditHistory, type EntryType } from '@dooryard/contract/credit-history'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { me } from '../../lib/me.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { saveBlob } from '../../lib/save-file.ts'

/** What the address of the screen asks for: days as the reader's own. */
export type EntryFilters = { type?: EntryType; bucket?: Bucket; from?: string; to?: string; orderId?: string }
export type HistoryState = EntryFilters & { page: number; limit: number; days: 30 | 90 }

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const asked = ({ type, bucket, from, to, orderId }: EntryFilters) => ({
  type: type && [type],
  bucket,
  orderId,
  fromDate: from && startOfDay(from),
  toDate: to && startOfNextDay(to),
})

/** One page of the ledger, the newest first. */
export const entryPage = ({ page, limit, ...filters }: EntryFilters & { page: number; limit: number }) =>
  liveQueryOf(creditHistory.list, { query: { page, limit, ...asked(filters) } })

/** What is held, order by order. */
export const holds = () => queryOf(creditHistory.holds, {})

/** The balance at the end of each of the reader's days, as the filters above count them. */
export const balanceHistory = (days: 30 | 90) => liveQueryOf(creditHistory.balances, { query: { days, timeZone } })

/** Saves the entries that the filters let through, all pages of them. */
export const useExport = () =>
  useMutation({
    mutationFn: (filters: EntryFilters) => api.download(creditHistory.export, { query: asked(filters) }),
    onSuccess: (csv) => saveBlob(csv, `credits-${new Date().toISOString().slice(0, 10)}.csv`),
  })

/** Asks for the history again whenever the balance moves. */
export function useLiveHistory() {
  const cache = useQueryClient()
  const balance = JSON.stringify(useQuery(me()).data?.balance)
  const shown = useRef(balance)
  useEffect(() => {
    const before = shown.current
    shown.current = balance
    if (before === undefined || before === balance) return
    for (const endpoint of [creditHistory.list, creditHistory.holds, creditHistory.balances])
      void cache.invalidateQueries({ queryKey: keyOf(endpoint) })
  }, [balance, cache])
}
