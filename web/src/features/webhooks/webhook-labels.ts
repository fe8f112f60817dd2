import { hourMs } from '@dooryard/contract/api/time'
import { disabledReasons, type Redelivered, type Webhook } from '@dooryard/contract/integrations/webhooks'
import { formatDay, formatNumber, pluralize, toSentence } from '../../lib/format/format.ts'

type AttemptCounts = { succeeded: number; failed: number }

/** `98.3% of 120`, `Nothing sent`. 100% and 0% appear only when exact. */
export function formatSuccessRate({ succeeded, failed }: AttemptCounts): string {
  const sent = succeeded + failed
  if (sent === 0) return 'Nothing sent'
  const tenths = (succeeded / sent) * 1000
  const percent = (succeeded > failed ? Math.floor(tenths) : Math.ceil(tenths)) / 10
  return `${percent}% of ${formatNumber(sent)}`
}

type Tone = 'good' | 'warn' | 'bad' | 'plain'

type WebhookState = Pick<Webhook, 'isActive' | 'disabledReason' | 'disabledNote' | 'failingSince'>

/** Whether a webhook receives events, and with what success. */
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

/** Whether an administrator disabled it, so that its owner can neither enable it, change its URL nor delete it. */
export const isAdminDisabled = ({ isActive, disabledReason }: WebhookState) =>
  !isActive && disabledReason === 'BY_ADMIN'

/** Why a webhook receives nothing and until when, as sentences; undefined while it does. */
export function explainDisabled(webhook: WebhookState): string | undefined {
  const { isActive, disabledReason = 'BY_USER', disabledNote } = webhook
  if (isActive) return undefined
  const why = disabledReasons.description(disabledReason)
  const until = (enabled: string) =>
    `Nothing is sent to it until ${enabled}, test events included, and what happens until then is not kept for it.`
  if (!isAdminDisabled(webhook)) return `${why}. ${until('you enable it')}`
  const whole = disabledNote ? `${why}: ${toSentence(disabledNote)}` : `${why}.`
  const kept = 'It cannot be deleted, and its URL cannot be changed or used for another webhook.'
  return `${whole} ${until('an administrator enables it')} ${kept} Contact support to have it enabled.`
}

/** The same for an administrator, who does not own the webhook. */
export function explainDisabledToAdmin({
  isActive,
  disabledReason = 'BY_USER',
  disabledNote,
}: WebhookState): string | undefined {
  if (isActive) return undefined
  if (disabledReason === 'BY_USER') return 'Its owner disabled it.'
  if (disabledReason === 'GONE') return 'Disabled because it responded with 410 Gone.'
  if (disabledReason === 'FAILING') return 'Disabled because all deliveries failed for days. Its owner can enable it.'
  return `An administrator disabled it: ${toSentence(disabledNote ?? '')} Its owner can neither enable nor delete it.`
}

/** Why nothing can be sent to it now; undefined if it can. */
export function getSendingRefusal(webhook: WebhookState): string | undefined {
  if (webhook.isActive) return undefined
  return isAdminDisabled(webhook)
    ? 'An administrator disabled this webhook, so nothing is sent to it.'
    : 'This webhook is disabled. Enable it to send events.'
}

/** The current hour and the 24 before it. */
const hoursShown = 25

export type HourCounts = AttemptCounts & { at: string }

/** The hours up to the current one, each with its counts. */
export function fillHours(hours: readonly HourCounts[], now: number): HourCounts[] {
  const first = (Math.floor(now / hourMs) - hoursShown + 1) * hourMs
  const known = new Map(hours.map((hour) => [Date.parse(hour.at), hour]))
  return Array.from({ length: hoursShown }, (_, hourIndex) => {
    const at = first + hourIndex * hourMs
    return known.get(at) ?? { at: new Date(at).toISOString(), succeeded: 0, failed: 0 }
  })
}

/** Shortens a URL for a list by cutting its middle, since hosts and ends both tell URLs apart. */
export function shortenUrl(url: string, max = 44): string {
  const withoutScheme = url.replace(/^https:\/\//, '')
  if (withoutScheme.length <= max) return withoutScheme
  const end = Math.floor((max - 1) / 3)
  return `${withoutScheme.slice(0, max - 1 - end)}…${withoutScheme.slice(-end)}`
}

export const getHost = (url: string) => new URL(url).host

/** Formats a future instant: `in 5 s`, `in 2 min`, `in 10 h`. */
export function formatAhead(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  if (seconds <= 0) return 'Now'
  if (seconds < 60) return `in ${seconds} s`
  if (seconds < 3600) return `in ${Math.round(seconds / 60)} min`
  return `in ${Math.round(seconds / 3600)} h`
}

/** How many events were queued again, and how many remain to be requested. */
export function formatQueued({ queued, left }: Redelivered): string {
  if (queued === 0) return 'No failed events to resend'
  const sent = `${pluralize(queued, 'event')} queued`
  return left === 0 ? sent : `${sent}; resend again for ${formatNumber(left)} more`
}
