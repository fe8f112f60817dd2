import type { Owner } from '@dooryard/contract/identity/owner'
import type { InternalStatus } from '@dooryard/contract/orders/order'
import { isFinished } from '../fulfil/order-status-rules.ts'

type RetriableOrder = { internalStatus: InternalStatus; campaignId: string | null }
type RetryState = RetriableOrder & {
  owner: Owner | undefined
  job: { isRunning: boolean } | undefined
  retriedAs: string | undefined
}

/** Null when the order can be retried. Orders cancelled by their owner are not retried. */
export function getRetryRefusal({
  internalStatus,
  campaignId,
  owner,
  job,
  retriedAs,
}: RetryState): RetryRefusal | null {
  if (!isFinished(internalStatus)) return job?.isRunning ? buildRefusal('CONFLICT', inProgressMessage) : null
  if (internalStatus !== 'FAILED') return buildRefusal('CONFLICT', `This order is ${endingByStatus[internalStatus]}.`)
  if (retriedAs) return buildRefusal('CONFLICT', `This order was placed again already, as ${retriedAs}.`)
  if (!owner?.isActive) return buildRefusal('UNPROCESSABLE', 'The account of its owner is deactivated or closed.')
  // Campaign orders belong to enterprise users, orders without a campaign to consumers.
  if (owner.role !== (campaignId === null ? 'CONSUMER_USER' : 'ENTERPRISE_USER'))
    return buildRefusal(
      'UNPROCESSABLE',
      'The role of its owner has changed, so they can no longer place such an order.',
    )
  return null
}

export type RetryRefusal = { code: 'CONFLICT' | 'UNPROCESSABLE'; message: string }

const buildRefusal = (code: RetryRefusal['code'], message: string): RetryRefusal => ({ code, message })

const inProgressMessage =
  'This order is being worked on right now. Please wait until this try has ended, or end the order as failed.'

const endingByStatus: Partial<Record<InternalStatus, string>> = {
  READY: 'completed, so there is nothing to try again',
  CANCELLED: 'cancelled by its owner. They can place it again themselves',
}

export const canFailOrder = (internalStatus: InternalStatus): boolean => !isFinished(internalStatus)
