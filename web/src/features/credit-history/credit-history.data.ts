import { type Bucket, creditHistory, type EntryType } from '@dooryard/contract/credit-history'
import { useMutation } from '@tanstack/react-query'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { downloadFile } from '../../lib/file-calls.ts'
import { liveQueryOf } from '../../lib/query.ts'
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

/** The balance at the end of each of the reader's days, as the filters above count them. */
export const balanceHistory = (days: 30 | 90) => liveQueryOf(creditHistory.balances, { query: { days, timeZone } })

/** Saves the entries that the filters let through, all pages of them. */
export const useExport = () =>
  useMutation({
    mutationFn: (filters: EntryFilters) => downloadFile(creditHistory.export, { query: asked(filters) }),
    onSuccess: (csv) => saveBlob(csv, `credits-${new Date().toISOString().slice(0, 10)}.csv`),
  })

/** The answers that the history of credits is shown from. */
export const historyEndpoints = [creditHistory.list, creditHistory.holds, creditHistory.balances]
