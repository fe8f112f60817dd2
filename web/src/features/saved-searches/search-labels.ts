import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { formatDay, formatNumber } from '../../lib/format/format.ts'

/** The text for a search whose changes are not tracked: it was never counted, or has too many matches. */
export const formatNotTracked = ({ lastCount }: ListedSavedSearch) =>
  lastCount === null ? 'Not counted' : 'Too many to track'

/** `since Nov 2`: the start of the shown changes. */
export const formatSinceVisit = ({ visitedAt }: Pick<ListedSavedSearch, 'visitedAt'>) =>
  visitedAt === null ? '' : `since ${formatDay(visitedAt)}`

/** `14 new and 3 removed since Nov 2, 2026`: the accessible text of `+14 −3`. */
export function formatSearchChanges({ changes, visitedAt }: Pick<ListedSavedSearch, 'changes' | 'visitedAt'>): string {
  const { entered = 0, left = 0 } = changes ?? {}
  return `${formatNumber(entered)} new and ${formatNumber(left)} removed ${formatSinceVisit({ visitedAt })}`.trim()
}

/** The points of a sparkline in a box of this size, with room for a point at the edges. */
export function toSparklinePath(
  counts: readonly number[],
  { width, height }: { width: number; height: number },
): string {
  const [min, max] = [Math.min(...counts), Math.max(...counts)]
  const plotHeight = 2
  const toX = (at: number) => plotHeight + (at / Math.max(1, counts.length - 1)) * (width - 2 * plotHeight)
  const toY = (count: number) =>
    max === min ? height / 2 : height - plotHeight - ((count - min) / (max - min)) * (height - 2 * plotHeight)
  return counts.map((count, at) => `${round(toX(at))},${round(toY(count))}`).join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10
