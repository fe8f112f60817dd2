import type { DncCopy } from '@dooryard/contract/dnc'
import { plural } from '../../lib/format.ts'

/** Days before the end of a copy from which on it is said that the end is near. */
const nearDays = 7

export type AgeState = 'CURRENT' | 'ENDING' | 'STALE'

type Aged = Pick<DncCopy, 'ageDays' | 'isCurrent'>

/** Whether a copy can be used, can be for less than a week more, or is too old. */
export function ageStateOf({ ageDays, isCurrent }: Aged, maxAgeDays: number): AgeState {
  if (!isCurrent) return 'STALE'
  return maxAgeDays - ageDays < nearDays ? 'ENDING' : 'CURRENT'
}

const days = (count: number) => plural(count, 'day')

/** `Today`, `3 days`, `27 days, 4 left`, `31 days, the last`, `40 days, out of date`. */
export function ageWords(copy: Aged, maxAgeDays: number): string {
  const { ageDays } = copy
  const state = ageStateOf(copy, maxAgeDays)
  const left = maxAgeDays - ageDays
  if (state === 'STALE') return `${days(ageDays)}, out of date`
  if (state === 'ENDING') return `${days(ageDays)}, ${left === 0 ? 'the last' : `${left} left`}`
  return ageDays <= 0 ? 'Today' : days(ageDays)
}

/** How much of its time a copy has behind it, from 0 to 1. */
export const ageShare = ({ ageDays }: Pick<DncCopy, 'ageDays'>, maxAgeDays: number) =>
  Math.min(1, Math.max(0, ageDays / maxAgeDays))
