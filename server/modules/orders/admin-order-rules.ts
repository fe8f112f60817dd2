import type { InternalStatus } from '@dooryard/contract/order'
import type { Owner } from '@dooryard/contract/owner'
import { isOver } from './transitions.ts'

type Order = { internalStatus: InternalStatus; campaignId: string | null }
type Asked = Order & {
  owner: Owner | undefined
  job: { isRunning: boolean } | undefined
  retriedAs: string | undefined
}

/** Null when it can be retried. What its owner cancelled is not wanted any more. */
export function retryRefusal({ internalStatus, campaignId, owner, job, retriedAs }: Asked): Refusal | null {
  if (!isOver(internalStatus)) return job?.isRunning ? refused('CONFLICT', atWork) : null
  if (internalStatus !== 'FAILED') return refused('CONFLICT', `This order is ${endings[internalStatus]}.`)
  if (retriedAs) return refused('CONFLICT', `This order was placed again already, as ${retriedAs}.`)
  if (!owner?.isActive) return refused('UNPROCESSABLE', 'The account of its owner is deactivated or closed.')
  // Orders of campaigns are enterprise users', and those of none consumers'.
  if (owner.role !== (campaignId === null ? 'CONSUMER_USER' : 'ENTERPRISE_USER'))
    return refused('UNPROCESSABLE', 'Its owner has another role by now, and may not place such an order any more.')
  return null
}

export type Refusal = { code: 'CONFLICT' | 'UNPROCESSABLE'; message: string }

const refused = (code: Refusal['code'], message: string): Refusal => ({ code, message })

const atWork =
  'This order is being worked on right now. Please wait until this try has ended, or end the order as failed.'

const endings: Partial<Record<InternalStatus, string>> = {
  READY: 'completed, so there is nothing to try again',
  CANCELLED: 'cancelled by its owner. They can place it again themselves',
}

export const mayFail = (internalStatus: InternalStatus): boolean => !isOver(internalStatus)
