import { paginationWindow } from '@dooryard/contract/api/limits'
import { formatNumber } from '../../lib/format/format.ts'

/** The page numbers to show: the first, the last, two on either side of the current one, and `…` for what is left out. */
export function getPageWindow(current: number, total: number, window = paginationWindow): (number | '…')[] {
  const shown = Array.from({ length: total }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === total || Math.abs(page - current) <= window,
  )
  return shown.flatMap((page, index) => (page - (shown[index - 1] ?? 0) === 1 ? [page] : ['…' as const, page]))
}

type PageInfo = { page: number; limit: number; total: number; hasMore?: boolean | undefined }

/** `Showing 11 to 20 of 35 results`; `of more than` when a search found more than were counted. */
export function formatPageSummary({ page, limit, total, hasMore = false }: PageInfo) {
  const count = `${hasMore ? 'more than ' : ''}${formatNumber(total)}`
  const first = (page - 1) * limit + 1
  if (first > total) return `Showing 0 to 0 of ${count} results`
  return `Showing ${formatNumber(first)} to ${formatNumber(Math.min(page * limit, total))} of ${count} results`
}
