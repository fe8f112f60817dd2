import { type ApiKey, usageDays } from '@dooryard/contract/api-keys'
import { formatAgo, formatDay, formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'

const dayMs = 86_400_000

export type UsageDay = ApiKey['usage'][number]

/** The last days up to the UTC day of `now`, those without calls included. */
export function everyDay(usage: readonly UsageDay[], now: number): UsageDay[] {
  const known = new Map(usage.map((day) => [day.day, day]))
  return Array.from({ length: usageDays }, (_, at) => {
    const day = new Date(now - (usageDays - 1 - at) * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, calls: 0, refused: 0 }
  })
}

export function totalOf(usage: readonly UsageDay[]) {
  const sum = (what: 'calls' | 'refused') => usage.reduce((total, day) => total + day[what], 0)
  return { calls: sum('calls'), refused: sum('refused') }
}

/** `34 calls in 30 days, 1 refused`. */
export function usageInWords(usage: readonly UsageDay[]): string {
  const { calls, refused } = totalOf(usage)
  if (calls === 0) return `No calls in ${usageDays} days`
  return `${plural(calls, 'call')} in ${usageDays} days${refused > 0 ? `, ${formatNumber(refused)} refused` : ''}`
}

/** From how many days before its end on a key is marked. */
const warnDays = 14

type End = { day: string; exact?: string; mark?: { tone: 'warn' | 'bad'; words: string } }

/** When a key ends, and whether that is soon. */
export function endOf({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): End {
  if (!expiresAt) return { day: 'Never' }
  const left = Date.parse(expiresAt) - now
  const end = { day: formatDay(expiresAt), exact: formatDayAndTime(expiresAt) }
  if (left <= 0) return { ...end, mark: { tone: 'bad', words: 'Expired' } }
  if (left > warnDays * dayMs) return end
  const days = Math.floor(left / dayMs)
  return { ...end, mark: { tone: 'warn', words: days === 0 ? 'Within a day' : `In ${plural(days, 'day')}` } }
}

/** What a key was last used for, for whoever is about to end it. */
export const lastUseInWords = ({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: number) =>
  lastUsedAt ? `It was last used ${agoInWords(Date.parse(lastUsedAt), now)}.` : 'It was never used.'

function agoInWords(at: number, now: number): string {
  const ago = formatAgo(at, now)
  return /^(just|\d)/.test(ago) ? ago : `on ${ago}`
}
