import type { InternalStatus, OrderDetail } from '@dooryard/contract/order'

export type TimelineStep = {
  status: InternalStatus
  label: string
  phase: 'done' | 'current' | 'ahead' | 'failed'
  at?: string
  detail?: string
}

const labels: Record<InternalStatus, string> = {
  QUEUED: 'Order placed',
  SELECTING: 'Choosing the leads',
  TRACING: 'Finding phone numbers',
  SCRUBBING: 'Checking the do-not-call registries',
  ASSEMBLING: 'Writing the file',
  READY: 'Ready to download',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

const mailPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY']
const callPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY']

type Told = Pick<OrderDetail, 'campaignType' | 'internalStatus' | 'history'>

/** The way of an order as far as it has come, with what is ahead of it while it is under way. */
export function timelineOf({ campaignType, internalStatus, history }: Told): TimelineStep[] {
  const entry = (status: InternalStatus) => history.findLast(({ to }) => to === status)
  const stepOf = (status: InternalStatus, phase: TimelineStep['phase']): TimelineStep => {
    const { at, detail } = entry(status) ?? {}
    return { status, label: labels[status], phase, at, detail }
  }
  const path = campaignType === 'CALL_READY' ? callPath : mailPath
  if (internalStatus === 'FAILED' || internalStatus === 'CANCELLED') {
    const passed = path.filter((status) => entry(status))
    return [...passed.map((status) => stepOf(status, 'done')), stepOf(internalStatus, 'failed')]
  }
  const at = path.indexOf(internalStatus)
  return path.map((status, index) =>
    stepOf(status, index < at || internalStatus === 'READY' ? 'done' : index === at ? 'current' : 'ahead'),
  )
}

/** What a screen reader is told when an order moves on. */
export function announcementOf({ internalStatus, deliveredQuantity }: OrderDetail): string {
  if (internalStatus === 'READY')
    return `The order is complete. ${deliveredQuantity.toLocaleString('en-US')} leads are ready to download.`
  if (internalStatus === 'FAILED') return 'The order has failed.'
  if (internalStatus === 'CANCELLED') return 'The order is cancelled.'
  return `${labels[internalStatus]}.`
}
