import { dayMs } from '@dooryard/contract/api/time'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { Contact } from '@dooryard/contract/orders/leads'
import { toReadableCase } from '../../lib/format/format.ts'

/** The name of a lead: its owner, or a placeholder. */
export const formatOwner = ({ ownerName }: { ownerName: string | null }) =>
  ownerName ? toReadableCase(ownerName) : 'Unknown owner'

/** How long a lead has been in its stage: `today`, `3 days`, `5 weeks`. */
export function formatStageAge(at: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(at)) / dayMs)
  if (days < 1) return 'today'
  if (days < 14) return days === 1 ? '1 day' : `${days} days`
  if (days < 60) return `${Math.floor(days / 7)} weeks`
  return `${Math.floor(days / 30)} months`
}

export const listCallablePhones = (contacts: readonly Contact[] = []) =>
  contacts.filter(({ type, scrub }) => type === 'PHONE' && scrub === 'CLEAN')

const isWrong = ({ phoneResults }: PhoneLead, phone: string) =>
  phoneResults.some((one) => one.phone === phone && one.result === 'WRONG_NUMBER')

type PhoneLead = Pick<BoardLead, 'contacts' | 'phoneResults'>

/** All phones of a lead, first those that may be called and are not wrong. */
export const listPhonesToCall = (lead: PhoneLead) =>
  (lead.contacts ?? [])
    .filter(({ type }) => type === 'PHONE')
    .toSorted(
      (one, other) =>
        Number(other.scrub === 'CLEAN') - Number(one.scrub === 'CLEAN') ||
        Number(isWrong(lead, one.value)) - Number(isWrong(lead, other.value)),
    )

/** The start of a text on one line, cut between words. */
export function shortenNote(text: string, max = 40): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line.length <= max) return line
  const end = line.lastIndexOf(' ', max)
  return `${line.slice(0, end > 0 ? end : max)}…`
}
