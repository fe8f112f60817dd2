import type { Contact } from '@dooryard/contract/leads'
import { dayMs } from '@dooryard/contract/time'
import { readable } from '../../../lib/format.ts'

/** What a lead is called: its owner, or that nobody is known. */
export const formatOwner = ({ ownerName }: { ownerName: string | null }) =>
  ownerName ? readable(ownerName) : 'Unknown owner'

/** `today`, `3 days`, `5 weeks`: for how long it has stood where it stands. */
export function formatSince(at: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(at)) / dayMs)
  if (days < 1) return 'today'
  if (days < 14) return days === 1 ? '1 day' : `${days} days`
  if (days < 60) return `${Math.floor(days / 7)} weeks`
  return `${Math.floor(days / 30)} months`
}

export const getCallable = (contacts: readonly Contact[] = []) =>
  contacts.filter(({ type, scrub }) => type === 'PHONE' && scrub === 'CLEAN')

/** The beginning of a text on one line, cut between words where it goes on. */
export function shortenNote(text: string, most = 40): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line.length <= most) return line
  const end = line.lastIndexOf(' ', most)
  return `${line.slice(0, end > 0 ? end : most)}…`
}
