import { defaultColumns } from '@dooryard/contract/file-layouts'
import type { BoardLead, LeadActivity } from '@dooryard/contract/lead-board'
import type { Contact, Lead } from '@dooryard/contract/leads'
import { InternalStatus, type ListedOrder, type Waterfall } from '@dooryard/contract/order'
import { type OrderFile, OrderNotice, type ScrubSummary } from '@dooryard/contract/order-files'
import { campaignTypes, leadStages } from '@dooryard/contract/vocabularies'
import { type SelectedLead, summaryOf } from '../properties/index.ts'
import { expiredContact, isExpired } from './expiry-rules.ts'
import type { ActivityRow } from './lead-activity.queries.ts'
import type { BoardRow } from './lead-board.queries.ts'
import type { FileRow, NoticeRow } from './order-files.queries.ts'
import { chosenColumns, type OrderRow } from './orders.queries.ts'
import { userFacingStatus } from './transitions.ts'

export const creditsHeld = (row: Pick<OrderRow, 'settledAt' | 'heldSubscription' | 'heldOnDemand'>): number =>
  row.settledAt ? 0 : row.heldSubscription + row.heldOnDemand

/** An order as lists and events show it at a moment. Its price is what was captured, or what is held while it is under way. */
export function presentOrder(row: OrderRow, at: Date): ListedOrder {
  const internalStatus = InternalStatus.parse(row.internalStatus)
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const held = creditsHeld(row)
  const { id, orderName, quantity, deliveredQuantity, creditRequired, fileVersion } = row
  return {
    ...{ id, orderName, quantity, deliveredQuantity, creditRequired, fileVersion },
    campaignId: row.campaignId ?? undefined,
    campaignName: row.campaignName ?? undefined,
    campaignType,
    creditsHeld: held,
    creditsCaptured: row.captured,
    creditsReleased: row.released,
    totalPrice: row.captured + held,
    userFacingStatus: userFacingStatus(internalStatus),
    internalStatus,
    failureReason: row.failureReason ?? undefined,
    note: row.note ?? undefined,
    criteriaSummary: summaryOf(row),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    expiresAt: row.expiresAt?.toISOString(),
    isExpired: isExpired(row, at),
    dncCheckedAt: row.dncCheckedAt?.toISOString(),
    isRefreshing: row.refreshingSince !== null,
    columns: chosenColumns(row) ?? defaultColumns(campaignType),
  }
}

/** Written by the steps that choose and check leads only. */
export const presentWaterfall = (row: OrderRow) => (row.waterfall as Waterfall | null) ?? undefined

export const presentFile = ({ createdAt, callableLeads, sha256, scrub, ...file }: FileRow): OrderFile => ({
  ...file,
  createdAt: createdAt.toISOString(),
  callableLeads: callableLeads ?? undefined,
  sha256: sha256 ?? undefined,
  // Written by `writeVersion` only.
  scrub: (scrub as ScrubSummary | null) ?? undefined,
})

export const presentNotice = ({ type, at, detail }: NoticeRow): OrderNotice =>
  OrderNotice.parse({ type, at: at.toISOString(), detail: detail ?? undefined })

type Kept = { stage: string; lead: unknown; contacts: unknown }

/** A number of an expired order is none that may be called. */
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

export function presentBoardLead(row: BoardRow, at: Date): BoardLead {
  const { propertyId, orderId, orderName } = row
  return {
    ...presentLead(row, isExpired(row, at)),
    ...{ propertyId, orderId, orderName },
    campaignType: campaignTypes.schema.parse(row.campaignType),
    deliveredAt: (row.completedAt ?? row.stagedAt).toISOString(),
    stagedAt: row.stagedAt.toISOString(),
    notes: row.notes ?? 0,
  }
}

/** Administrators are not named. */
export const presentActivity = (row: ActivityRow, userId: string): LeadActivity => {
  const { id, kind, at, fromStage, toStage, text } = row
  const by = row.actorId === userId ? `${row.firstName} ${row.lastName}` : 'Support'
  const told = { id, at: at.toISOString(), by }
  if (kind === 'NOTE') return { ...told, kind, text: text ?? '' }
  return { ...told, kind: 'STAGE', from: leadStages.schema.parse(fromStage), to: leadStages.schema.parse(toStage) }
}
