import { dayMs } from '@dooryard/contract/api/time'
import { type ApiKey, usageDays } from '@dooryard/contract/integrations/api-keys'
import { formatAgo, formatDay, formatDayAndTime, formatNumber, pluralize } from '../../lib/format/format.ts'

export type UsageDay = ApiKey['usage'][number]

/** Returns the days up to the UTC day of `now`, including days without calls. */
export function fillDays(usage: readonly UsageDay[], now: number): UsageDay[] {
  const usageByDay = new Map(usage.map((day) => [day.day, day]))
  return Array.from({ length: usageDays }, (_, at) => {
    const day = new Date(now - (usageDays - 1 - at) * dayMs).toISOString().slice(0, 10)
    return usageByDay.get(day) ?? { day, calls: 0, refused: 0 }
  })
}

export function sumUsage(usage: readonly UsageDay[]) {
  const sum = (what: 'calls' | 'refused') => usage.reduce((total, day) => total + day[what], 0)
  return { calls: sum('calls'), refused: sum('refused') }
}

/** `34 calls in 30 days, 1 refused`. */
export function formatUsage(usage: readonly UsageDay[]): string {
  const { calls, refused } = sumUsage(usage)
  if (calls === 0) return `No calls in ${usageDays} days`
  return `${pluralize(calls, 'call')} in ${usageDays} days${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}`
}

/** A key is flagged this many days before it expires. */
const expiryWarningDays = 14

type KeyExpiry = { day: string; exact?: string; mark?: { tone: 'warn' | 'bad'; label: string } }

/** Returns when a key expires, flagged if that is soon or in the past. */
export function getExpiry({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): KeyExpiry {
  if (!expiresAt) return { day: 'Never' }
  const remainingMs = Date.parse(expiresAt) - now
  const end = { day: formatDay(expiresAt), exact: formatDayAndTime(expiresAt) }
  if (remainingMs <= 0) return { ...end, mark: { tone: 'bad', label: 'Expired' } }
  if (remainingMs > expiryWarningDays * dayMs) return end
  const days = Math.floor(remainingMs / dayMs)
  return { ...end, mark: { tone: 'warn', label: days === 0 ? 'Within a day' : `In ${pluralize(days, 'day')}` } }
}

/** Formats the last use of a key as a sentence for the revoke dialog. */
export const formatLastUse = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: number) =>
  lastUsedAt ? `It was last used ${formatRelativeOrDay(Date.parse(lastUsedAt), now)}.` : 'It was never used.'

function formatRelativeOrDay(at: number, now: number): string {
  const ago = formatAgo(at, now)
  return /^(just|\d)/.test(ago) ? ago : `on ${ago}`
}
