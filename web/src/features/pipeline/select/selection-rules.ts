import { maxBulkLeads } from '@dooryard/contract/leads/bulk-changes'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'

/** The selected leads by key, in the order in which they were selected. */
type SelectedLeads = ReadonlyMap<string, BoardLead>

/** `anchor` is the lead at which a range starts. */
export type LeadSelection = { leads: SelectedLeads; anchor?: string | undefined }

export const emptySelection: LeadSelection = { leads: new Map() }

export function toggleLead({ leads }: LeadSelection, lead: BoardLead): LeadSelection {
  const key = toLeadKey(lead)
  if (!leads.has(key)) return { ...addLeads({ leads }, [lead]), anchor: key }
  const rest = new Map(leads)
  rest.delete(key)
  return { leads: rest, anchor: key }
}

/** Adds leads, up to the maximum of a bulk change. */
export function addLeads({ leads, anchor }: LeadSelection, added: readonly BoardLead[]): LeadSelection {
  const next = new Map(leads)
  for (const lead of added) if (next.size < maxBulkLeads || next.has(toLeadKey(lead))) next.set(toLeadKey(lead), lead)
  return { leads: next, anchor }
}

export const isFullSelection = ({ leads }: LeadSelection): boolean => leads.size >= maxBulkLeads

export function removeLeads({ leads, anchor }: LeadSelection, removed: readonly BoardLead[]): LeadSelection {
  const next = new Map(leads)
  for (const lead of removed) next.delete(toLeadKey(lead))
  return { leads: next, anchor }
}

/** Adds the leads of a column from the anchor to `to`; only `to` where the anchor is in another column. */
export function selectRange(selection: LeadSelection, column: readonly BoardLead[], to: BoardLead): LeadSelection {
  const keys = column.map(toLeadKey)
  const end = keys.indexOf(toLeadKey(to))
  const start = selection.anchor === undefined ? -1 : keys.indexOf(selection.anchor)
  if (start < 0) return { ...addLeads(selection, [to]), anchor: toLeadKey(to) }
  const range = column.slice(Math.min(start, end), Math.max(start, end) + 1)
  // From the anchor on, so that a full selection has what is next to it.
  return addLeads(selection, start <= end ? range : range.toReversed())
}

/** Whether all, some or none of these are selected. */
export function getCoverage({ leads }: LeadSelection, of: readonly BoardLead[]): 'ALL' | 'SOME' | 'NONE' {
  const count = of.filter((lead) => leads.has(toLeadKey(lead))).length
  return count === 0 ? 'NONE' : count === of.length ? 'ALL' : 'SOME'
}
