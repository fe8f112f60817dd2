import { type ApiKey, usageDays } from '@dooryard/contract/api-keys'
import { dayMs } from '@dooryard/contract/time'
import { formatAgo, formatDay, formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'

export type UsageDay = ApiKey['usage'][number]

/** The last days up to the UTC day of `now`, those without calls included. */
export function fillDays(usage: readonly UsageDay[], now: number): UsageDay[] {
  const known = new Map(usage.map((day) => [day.day, day]))
  return Array.from({ length: usageDays }, (_, at) => {
    const day = new Date(now - (usageDays - 1 - at) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, calls: 0, refused: 0 }
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
  return `${plural(calls, 'call')} in ${usageDays} days${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}`
}

/** How many days before it expires a key is marked. */
const warnDays = 14

type Expiry = { day: string; exact?: string; mark?: { tone: 'warn' | 'bad'; label: string } }

/** When a key expires, marked where that is soon or past. */
export function getExpiry({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): Expiry {
  if (!expiresAt) return { day: 'Never' }
  const left = Date.parse(expiresAt) - now
  const end = { day: formatDay(expiresAt), exact: formatDayAndTime(expiresAt) }
  if (left <= 0) return { ...end, mark: { tone: 'bad', label: 'Expired' } }
  if (left > warnDays * dayMs) return end
  const days = Math.floor(left / dayMs)
  return { ...end, mark: { tone: 'warn', label: days === 0 ? 'Within a day' : `In ${plural(days, 'day')}` } }
}

/** The last use of a key as a sentence, for whoever is about to revoke it. */
export const formatLastUse = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: number) =>
  lastUsedAt ? `It was last used ${formatAgoOrDay(Date.parse(lastUsedAt), now)}.` : 'It was never used.'

function formatAgoOrDay(at: number, now: number): string {
  const ago = formatAgo(at, now)
  return /^(just|\d)/.test(ago) ? ago : `on ${ago}`
}
