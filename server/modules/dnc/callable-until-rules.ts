import { callReadyExpiryDays, dncMaxAgeDays } from '@dooryard/contract/limits'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import { dayMs } from '@dooryard/contract/time'

/**
 * Until when numbers that a check found clean may be called: 30 days from the check, and not beyond the day on which the
 * oldest copy of the national registry that it looked into is 31 days old, since 16 CFR 310.4(b)(3)(iv) asks for a copy
 * obtained no more than 31 days before the call. That day counts to its end, in UTC.
 */
export function callableUntil({ checkedAt, against }: Pick<ScrubSummary, 'checkedAt' | 'against'>): Date {
  const ends = against.flatMap(({ list, accessedOn }) =>
    list === 'NATIONAL' ? [Date.parse(`${accessedOn}T00:00:00Z`) + (dncMaxAgeDays + 1) * dayMs - 1] : [],
  )
  return new Date(Math.min(Date.parse(checkedAt) + callReadyExpiryDays * dayMs, ...ends))
}
