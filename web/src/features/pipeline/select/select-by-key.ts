import type { LeadStage } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { KeyboardEvent } from 'react'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import type { LeadSelectionState } from './use-lead-selection.ts'

type Focused = {
  /** The leads in the column of the focused card. */
  column: readonly BoardLead[]
  key: string
  selection: LeadSelectionState
  goTo: (key: string) => void
  /** Selects the leads of a stage. */
  selectStage: (stage: LeadStage) => void
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/**
 * Handles a key that selects leads, whether it was one: Space selects the focused card, Shift with up or down extends,
 * Ctrl or Cmd with A takes the column, Escape clears.
 */
export function selectByKey(pressed: PressedKey, { column, key, selection, goTo, selectStage }: Focused): boolean {
  const place = column.findIndex((lead) => toLeadKey(lead) === key)
  const lead = column[place]
  const step = pressed.shiftKey ? { ArrowUp: -1, ArrowDown: 1 }[pressed.key] : undefined
  if (!lead) return false
  if (pressed.key === ' ') selection.toggle(lead)
  else if (pressed.key === 'Escape') selection.clear()
  else if (pressed.key.toLowerCase() === 'a' && (pressed.ctrlKey || pressed.metaKey)) selectStage(lead.stage)
  else if (step === undefined) return false
  else extend(column, place, step, { selection, goTo })
  return true
}

function extend(column: readonly BoardLead[], place: number, step: number, to: Pick<Focused, 'selection' | 'goTo'>) {
  const [lead, next] = [column[place], column[place + step]]
  // A range starts at the card that had the focus.
  if (lead && to.selection.selection.leads.size === 0) to.selection.extend(column, lead)
  if (!next) return
  to.selection.extend(column, next)
  to.goTo(toLeadKey(next))
}
