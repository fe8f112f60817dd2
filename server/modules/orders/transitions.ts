import type { InternalStatus, UserFacingStatus } from '@dooryard/contract/order'
import type { CampaignType } from '@dooryard/contract/vocabularies'

const userFacing: Record<InternalStatus, UserFacingStatus> = {
  QUEUED: 'PENDING',
  SELECTING: 'PROCESSING',
  TRACING: 'PROCESSING',
  SCRUBBING: 'PROCESSING',
  ASSEMBLING: 'PROCESSING',
  READY: 'COMPLETED',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
}

export const userFacingStatus = (status: InternalStatus): UserFacingStatus => userFacing[status]

export const internalStatusesOf = (status: UserFacingStatus): InternalStatus[] =>
  (Object.keys(userFacing) as InternalStatus[]).filter((one) => userFacing[one] === status)

const steps: Record<CampaignType, readonly InternalStatus[]> = {
  MAIL_READY: ['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'],
  CALL_READY: ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY'],
}

export function progressOf(
  campaignType: CampaignType,
  status: InternalStatus,
): { done: number; of: number } | undefined {
  const path = steps[campaignType]
  const done = path.indexOf(status)
  return done < 0 ? undefined : { done, of: path.length - 1 }
}

export const isOver = (status: InternalStatus) => ['READY', 'FAILED', 'CANCELLED'].includes(status)

export function mayMove(campaignType: CampaignType, from: InternalStatus, to: InternalStatus): boolean {
  if (isOver(from)) return false
  if (to === 'FAILED') return true
  if (to === 'CANCELLED') return from === 'QUEUED'
  const path = steps[campaignType]
  return path.includes(from) && path[path.indexOf(from) + 1] === to
}
