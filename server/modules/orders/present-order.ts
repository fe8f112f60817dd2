import { defaultColumns } from '@dooryard/contract/file-layouts'
import { InternalStatus, type ListedOrder, type Waterfall } from '@dooryard/contract/order'
import { type OrderFile, OrderNotice, type ScrubSummary } from '@dooryard/contract/order-files'
import { campaignTypes, type FileColumn } from '@dooryard/contract/vocabularies'
import { summaryOf } from '../properties/index.ts'
import { isExpired } from './expiry-rules.ts'
import type { FileRow, NoticeRow } from './order-files.queries.ts'
import type { OrderRow } from './orders.queries.ts'
import { userFacingStatus } from './transitions.ts'

/** An order as lists and events show it at a moment. Its price is what was captured, or what is held while it is under way. */
export function presentOrder(row: OrderRow, at: Date): ListedOrder {
  const internalStatus = InternalStatus.parse(row.internalStatus)
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const creditsHeld = row.settledAt ? 0 : row.heldSubscription + row.heldOnDemand
  return {
    id: row.id,
    orderName: row.orderName,
    campaignId: row.campaignId ?? undefined,
    campaignName: row.campaignName ?? undefined,
    campaignType,
    quantity: row.quantity,
    deliveredQuantity: row.deliveredQuantity,
    creditRequired: row.creditRequired,
    creditsHeld,
    creditsCaptured: row.captured,
    creditsReleased: row.released,
    totalPrice: row.captured + creditsHeld,
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
    isRefreshing: row.refreshSince !== null,
    // Validated when the order was placed, and never changed since.
    columns: (row.columns as FileColumn[] | null) ?? defaultColumns(campaignType),
    fileVersion: row.fileVersion,
  }
}

/** Written by the steps that choose and check leads only. */
export const presentWaterfall = (row: OrderRow) => (row.waterfall as Waterfall | null) ?? undefined

export const presentFile = (row: FileRow): OrderFile => ({
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  leads: row.leads,
  callableLeads: row.callableLeads ?? undefined,
  sha256: row.sha256 ?? undefined,
  // Written by `writeVersion` only.
  scrub: (row.scrub as ScrubSummary | null) ?? undefined,
  hasCertificate: row.hasCertificate,
})

export const presentNotice = ({ type, at, detail }: NoticeRow): OrderNotice =>
  OrderNotice.parse({ type, at: at.toISOString(), detail: detail ?? undefined })
