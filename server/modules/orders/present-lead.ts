import type { BoardLead, LeadActivity } from '@dooryard/contract/lead-board'
import type { Contact, Lead } from '@dooryard/contract/leads'
import { campaignTypes, leadStages } from '@dooryard/contract/vocabularies'
import type { SelectedLead } from '../properties/index.ts'
import { expiredContact, isExpired } from './expiry-rules.ts'
import type { ActivityRow } from './lead-activity.queries.ts'
import type { BoardRow } from './lead-board.queries.ts'

type Kept = { stage: string; lead: unknown; contacts: unknown }

/** What an order keeps of a lead. A number of an order that has expired is none that may be called. */
export function presentLead({ stage, lead, contacts }: Kept, hasExpired: boolean): Omit<Lead, 'rank' | 'isRepeat'> {
  // Written by the steps that trace and check them only.
  const known = (contacts as Contact[] | null) ?? undefined
  return {
    // Written by `insertLeads` only.
    ...(lead as SelectedLead),
    stage: leadStages.schema.parse(stage),
    contacts: hasExpired ? known?.map(expiredContact) : known,
  }
}

/** A lead of the board as it is at a moment. */
export function presentBoardLead(row: BoardRow, at: Date): BoardLead {
  const deliveredAt = row.completedAt ?? row.stagedAt
  return {
    ...presentLead(row, isExpired(row, at)),
    propertyId: row.propertyId,
    orderId: row.orderId,
    orderName: row.orderName,
    campaignType: campaignTypes.schema.parse(row.campaignType),
    deliveredAt: deliveredAt.toISOString(),
    stagedAt: row.stagedAt.toISOString(),
    notes: row.notes ?? 0,
  }
}

/** What happened to a lead of a user's, with who did it: an administrator is not named. */
export const presentActivity = (row: ActivityRow, userId: string): LeadActivity => {
  const { id, kind, at, fromStage, toStage, text } = row
  const by = row.actorId === userId ? `${row.firstName} ${row.lastName}` : 'Support'
  const told = { id, at: at.toISOString(), by }
  if (kind === 'NOTE') return { ...told, kind, text: text ?? '' }
  return { ...told, kind: 'STAGE', from: leadStages.schema.parse(fromStage), to: leadStages.schema.parse(toStage) }
}
