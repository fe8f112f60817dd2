import { type Bucket, creditHistory, type EntryType } from '@dooryard/contract/billing/credit-history'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { startOfDay, startOfNextDay } from '../../lib/format/days.ts'
import { userTimeZone } from '../../lib/format/format.ts'
import { saveBlob } from '../../lib/save-file.ts'

/** The URL filters of the screen; days are in the user's time zone. */
export type EntryFilters = { type?: EntryType; bucket?: Bucket; from?: string; to?: string; orderId?: string }
export type HistoryState = EntryFilters & { page: number; limit: number; days: 30 | 90 }

const toQuery = ({ type, bucket, from, to, orderId }: EntryFilters) => ({
  type: type && [type],
  bucket,
  orderId,
  fromDate: from && startOfDay(from),
  toDate: to && startOfNextDay(to),
})

/** One page of the ledger by order, newest first. */
export const activityPage = ({ page, limit, ...filters }: EntryFilters & { page: number; limit: number }) =>
  buildLiveQuery(creditHistory.activity, { query: { page, limit, ...toQuery(filters) } })

/** The balance at the end of each day, in the same time zone as the filters. */
export const balanceHistory = (days: 30 | 90) =>
  buildLiveQuery(creditHistory.balances, { query: { days, timeZone: userTimeZone } })

/** Downloads all entries that match the filters, not just one page. */
export const useExport = () =>
  useMutation({
    mutationFn: (filters: EntryFilters) => downloadFile(creditHistory.export, { query: toQuery(filters) }),
    onSuccess: (csv) => saveBlob(csv, `credits-${new Date().toISOString().slice(0, 10)}.csv`),
  })

/** The endpoints that the credit history is read from. */
export const historyEndpoints = [creditHistory.activity, creditHistory.holds, creditHistory.balances]
