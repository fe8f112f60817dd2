import { hourMs } from '@dooryard/contract/time'
import { disabledReasons, type Redelivered, type Webhook } from '@dooryard/contract/webhooks'
import { asSentence, formatDay, formatNumber, plural } from '../../lib/format.ts'

type Counts = { succeeded: number; failed: number }

/** `98.3% of 120`, `Nothing sent`. All and nothing are said only where it was all or nothing. */
export function formatSuccessRate({ succeeded, failed }: Counts): string {
  const sent = succeeded + failed
  if (sent === 0) return 'Nothing sent'
  const tenths = (succeeded / sent) * 1000
  const percent = (succeeded > failed ? Math.floor(tenths) : Math.ceil(tenths)) / 10
  return `${percent}% of ${formatNumber(sent)}`
}

type Tone = 'good' | 'warn' | 'bad' | 'plain'

type WebhookState = Pick<Webhook, 'isActive' | 'disabledReason' | 'disabledNote' | 'failingSince'>

/** Whether a webhook is told of events, and how it takes them. */
export function toStatus({ isActive, disabledReason = 'BY_USER', failingSince }: WebhookState): {
  tone: Tone
  children: string
} {
  if (!isActive && disabledReason === 'BY_USER') return { tone: 'plain', children: disabledReasons.label('BY_USER') }
  if (!isActive && disabledReason === 'BY_ADMIN') return { tone: 'bad', children: disabledReasons.label('BY_ADMIN') }
  if (!isActive) return { tone: 'bad', children: `Disabled: ${disabledReasons.label(disabledReason).toLowerCase()}` }
  if (failingSince) return { tone: 'warn', children: `Failing since ${formatDay(failingSince)}` }
  return { tone: 'good', children: 'Active' }
}

/** Whether an administrator disabled it, so that its owner can neither enable, move nor delete it. */
export const isAdminDisabled = ({ isActive, disabledReason }: WebhookState) =>
  !isActive && disabledReason === 'BY_ADMIN'

/** Why a webhook is told of nothing and until when, as sentences; nothing while it is. */
export function explainDisabled(webhook: WebhookState): string | undefined {
  const { isActive, disabledReason = 'BY_USER', disabledNote } = webhook
  if (isActive) return undefined
  const why = disabledReasons.description(disabledReason)
  const until = (enabled: string) =>
    `Nothing is sent to it until ${enabled}, test events included, and what happens until then is not kept for it.`
  if (!isAdminDisabled(webhook)) return `${why}. ${until('you enable it')}`
  const whole = disabledNote ? `${why}: ${asSentence(disabledNote)}` : `${why}.`
  const kept = 'It cannot be deleted, and its URL can neither be changed nor given to another webhook of yours.'
  return `${whole} ${until('an administrator enables it')} ${kept} Contact support to have it enabled.`
}

/** The same to an administrator, whose webhook it is not. */
export function explainDisabledToAdmin({
  isActive,
  disabledReason = 'BY_USER',
  disabledNote,
}: WebhookState): string | undefined {
  if (isActive) return undefined
  if (disabledReason === 'BY_USER') return 'Its owner disabled it.'
  if (disabledReason === 'GONE') return 'It answered 410 Gone, which asks us to stop, so it was disabled.'
  if (disabledReason === 'FAILING') return 'It took nothing for days, so it was disabled. Its owner may enable it.'
  return `An administrator disabled it: ${asSentence(disabledNote ?? '')} Its owner can neither enable nor delete it.`
}

/** Why nothing can be sent to it just now; nothing where it can. */
export function getSendingRefusal(webhook: WebhookState): string | undefined {
  if (webhook.isActive) return undefined
  return isAdminDisabled(webhook)
    ? 'An administrator disabled this webhook, so nothing is sent to it.'
    : 'This webhook is disabled. Enable it to send events.'
}

/** The hour that runs, and the 24 before it. */
const hoursShown = 25

export type Hour = Counts & { at: string }

/** The hours up to the one that runs, each with what was sent in it. */
export function fillHours(hours: readonly Hour[], now: number): Hour[] {
  const first = (Math.floor(now / hourMs) - hoursShown + 1) * hourMs
  const known = new Map(hours.map((hour) => [Date.parse(hour.at), hour]))
  return Array.from({ length: hoursShown }, (_, slot) => {
    const at = first + slot * hourMs
    return known.get(at) ?? { at: new Date(at).toISOString(), succeeded: 0, failed: 0 }
  })
}

/** An address short enough for a list: its middle gives way, since hosts tell them apart as well as ends do. */
export function shortenUrl(url: string, most = 44): string {
  const bare = url.replace(/^https:\/\//, '')
  if (bare.length <= most) return bare
  const end = Math.floor((most - 1) / 3)
  return `${bare.slice(0, most - 1 - end)}…${bare.slice(-end)}`
}

export const getHost = (url: string) => new URL(url).host

/** `in 5 s`, `in 2 min`, `in 10 h`: how far ahead an instant is. */
export function formatAhead(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  if (seconds <= 0) return 'Now'
  if (seconds < 60) return `in ${seconds} s`
  if (seconds < 3600) return `in ${Math.round(seconds / 60)} min`
  return `in ${Math.round(seconds / 3600)} h`
}

/** What has become of the events that were to be sent again, and how many are left to be asked for. */
export function formatQueued({ queued, left }: Redelivered): string {
  if (queued === 0) return 'There is nothing to send again'
  const sent = `${plural(queued, 'event')} ${queued === 1 ? 'is' : 'are'} sent again`
  return left === 0 ? sent : `${sent}, and ${formatNumber(left)} more can be asked for`
}
