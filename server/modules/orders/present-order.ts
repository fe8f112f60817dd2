import type { Criteria } from '@dooryard/contract/criteria'
import { callReadyExpiryDays } from '@dooryard/contract/limits'
import { InternalStatus, type Order, type Waterfall } from '@dooryard/contract/orders'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { OrderRow } from './orders.queries.ts'
import { userFacingStatus } from './transitions.ts'

const dayMs = 86_400_000

/** An order as the API shows it. Its price is what was captured, or what is held while it is under way. */
export function presentOrder(row: OrderRow): Order {
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
    // Validated when the order was placed, and never changed since.
    criteria: row.criteria as Criteria,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    expiresAt:
      campaignType === 'CALL_READY'
        ? new Date(row.createdAt.getTime() + callReadyExpiryDays * dayMs).toISOString()
        : undefined,
    fileVersion: row.fileVersion,
  }
}

/** Written by `selectStep` only. */
export const presentWaterfall = (row: OrderRow) => (row.waterfall as Waterfall | null) ?? undefined

/** The criteria of the saved searches that the order leaves out; written by `placeOrder` only. */
export const excludedBy = (row: OrderRow) => row.excludedCriteria as Criteria[]
