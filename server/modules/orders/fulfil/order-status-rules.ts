import type { CampaignType } from '@dooryard/contract/api/enums'
import type { InternalStatus, UserFacingStatus } from '@dooryard/contract/orders/order'

const userFacingByStatus: Record<InternalStatus, UserFacingStatus> = {
  QUEUED: 'PENDING',
  SELECTING: 'PROCESSING',
  TRACING: 'PROCESSING',
  SCRUBBING: 'PROCESSING',
  ASSEMBLING: 'PROCESSING',
  READY: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
}

export const toUserFacingStatus = (status: InternalStatus): UserFacingStatus => userFacingByStatus[status]

export const listInternalStatuses = (status: UserFacingStatus): InternalStatus[] =>
  (Object.keys(userFacingByStatus) as InternalStatus[]).filter((one) => userFacingByStatus[one] === status)

const stepsByCampaignType: Record<CampaignType, readonly InternalStatus[]> = {
  MAIL_READY: ['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'],
  CALL_READY: ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY'],
}

export function getOrderProgress(
  campaignType: CampaignType,
  status: InternalStatus,
): { done: number; of: number } | undefined {
  const path = stepsByCampaignType[campaignType]
  const done = path.indexOf(status)
  return done < 0 ? undefined : { done, of: path.length - 1 }
}

/** The status after this one when all goes well. Throws for one that has none. */
export function getNextStatus(campaignType: CampaignType, status: InternalStatus): InternalStatus {
  const path = stepsByCampaignType[campaignType]
  const next = path.includes(status) && path[path.indexOf(status) + 1]
  if (!next) throw new Error(`no status follows ${status}`)
  return next
}

export const isFinished = (status: InternalStatus) => ['READY', 'FAILED', 'CANCELLED'].includes(status)

export function canTransition(campaignType: CampaignType, from: InternalStatus, to: InternalStatus): boolean {
  if (isFinished(from)) return false
  if (to === 'FAILED') return true
  if (to === 'CANCELLED') return from === 'QUEUED'
  const path = stepsByCampaignType[campaignType]
  return path.includes(from) && path[path.indexOf(from) + 1] === to
}
