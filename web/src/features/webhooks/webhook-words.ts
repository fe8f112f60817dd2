import { disabledReasons, type Redelivered, type Webhook } from '@dooryard/contract/webhooks'
import { formatDay, formatNumber, plural } from '../../lib/format.ts'

type Counts = { succeeded: number; failed: number }

/** `98.3% of 120`, `Nothing sent`. All and nothing are said only where it was all or nothing. */
export function rateWords({ succeeded, failed }: Counts): string {
  const sent = succeeded + failed
  if (sent === 0) return 'Nothing sent'
  const tenths = (succeeded / sent) * 1000
  const percent = (succeeded > failed ? Math.floor(tenths) : Math.ceil(tenths)) / 10
  return `${percent}% of ${formatNumber(sent)}`
}

type Tone = 'good' | 'warn' | 'bad' | 'plain'

type Told = Pick<Webhook, 'isActive' | 'disabledReason' | 'failingSince'>

/** Whether a webhook is told of events, and how it takes them. */
export function stateOf({ isActive, disabledReason = 'BY_USER', failingSince }: Told): {
  tone: Tone
  children: string
} {
  if (!isActive && disabledReason === 'BY_USER') return { tone: 'plain', children: disabledReasons.label('BY_USER') }
  if (!isActive) return { tone: 'bad', children: `Disabled: ${disabledReasons.label(disabledReason).toLowerCase()}` }
  if (failingSince) return { tone: 'warn', children: `Failing since ${formatDay(failingSince)}` }
  return { tone: 'good', children: 'Active' }
}

/** Why a webhook is told of nothing, as a sentence; nothing while it is. */
export const disabledWords = ({ isActive, disabledReason = 'BY_USER' }: Told): string | undefined =>
  isActive ? undefined : disabledReasons.terms.find(({ value }) => value === disabledReason)?.description

const hourMs = 3_600_000
/** The hour that runs, and the 24 before it. */
const hoursShown = 25

export type Hour = Counts & { at: string }

/** The hours up to the one that runs, each with what was sent in it. */
export function hoursOf(hours: readonly Hour[], now: number): Hour[] {
  const first = (Math.floor(now / hourMs) - hoursShown + 1) * hourMs
  const known = new Map(hours.map((hour) => [Date.parse(hour.at), hour]))
  return Array.from({ length: hoursShown }, (_, slot) => {
    const at = first + slot * hourMs
    return known.get(at) ?? { at: new Date(at).toISOString(), succeeded: 0, failed: 0 }
  })
}

/** An address short enough for a list: its middle gives way, since hosts tell them apart as well as ends do. */
export function shortUrl(url: string, most = 44): string {
  const bare = url.replace(/^https:\/\//, '')
  if (bare.length <= most) return bare
  const end = Math.floor((most - 1) / 3)
  return `${bare.slice(0, most - 1 - end)}…${bare.slice(-end)}`
}

export const hostOf = (url: string) => new URL(url).host

/** `38 ms`, `1.2 s`. */
export const durationWords = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** `in 5 s`, `in 2 min`, `in 10 h`: how far ahead an instant is. */
export function aheadWords(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  if (seconds <= 0) return 'Now'
  if (seconds < 60) return `in ${seconds} s`
  if (seconds < 3600) return `in ${Math.round(seconds / 60)} min`
  return `in ${Math.round(seconds / 3600)} h`
}

/** What has become of the events that were to be sent again, and how many are left to be asked for. */
export function queuedWords({ queued, left }: Redelivered): string {
  if (queued === 0) return 'There is nothing to send again'
  const sent = `${plural(queued, 'event')} ${queued === 1 ? 'is' : 'are'} sent again`
  return left === 0 ? sent : `${sent}, and ${formatNumber(left)} more can be asked for`
}

/** JSON as people read it; a text that is none as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
