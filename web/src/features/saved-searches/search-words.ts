import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { formatDay, formatNumber } from '../../lib/format.ts'

/** Said of a search that has a count with which nothing was compared: there are too many, or it was never counted. */
export const notFollowed = ({ lastCount }: ListedSavedSearch) =>
  lastCount === null ? 'Not counted' : 'Too many to follow'

/** `since Nov 2`: from when changes are told. */
export const sinceWords = ({ visitedAt }: Pick<ListedSavedSearch, 'visitedAt'>) =>
  visitedAt === null ? '' : `since ${formatDay(visitedAt)}`

/** `14 entered and 3 left since Nov 2, 2026`: the same as `+14 −3`, for whoever hears it. */
export function changesInWords({ changes, visitedAt }: Pick<ListedSavedSearch, 'changes' | 'visitedAt'>): string {
  const { entered = 0, left = 0 } = changes ?? {}
  return `${formatNumber(entered)} entered and ${formatNumber(left)} left ${sinceWords({ visitedAt })}`.trim()
}

/** The corners of a line through counts, in a box of this size, a point's room left at its edges. */
export function lineThrough(counts: readonly number[], { width, height }: { width: number; height: number }): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const room = 2
  const xOf = (at: number) => room + (at / Math.max(1, counts.length - 1)) * (width - 2 * room)
  const yOf = (count: number) =>
    most === least ? height / 2 : height - room - ((count - least) / (most - least)) * (height - 2 * room)
  return counts.map((count, at) => `${round(xOf(at))},${round(yOf(count))}`).join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
