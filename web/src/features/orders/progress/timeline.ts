import type { InternalStatus, OrderDetail, OrderStatusEvent } from '@dooryard/contract/orders/order'
import type { OrderNotice } from '@dooryard/contract/orders/order-files'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { orderStepLabels } from '../../../lib/labels/order-labels.ts'

export type TimelineStep = {
  status: InternalStatus
  label: string
  phase: 'done' | 'current' | 'ahead' | 'failed'
  at?: string
  detail?: string
}

const mailPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY']
const callPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY']

type TimelineOrder = Pick<OrderDetail, 'campaignType' | 'internalStatus' | 'history'>

/** The timeline of an order: the steps so far and, while in progress, those ahead. */
export function listTimeline({ campaignType, internalStatus, history }: TimelineOrder): TimelineStep[] {
  const path = campaignType === 'CALL_READY' ? callPath : mailPath
  const entry = (status: InternalStatus) => history.findLast(({ to }) => to === status)
  const getStep = (status: InternalStatus, phase: TimelineStep['phase']): TimelineStep => {
    const { at, detail: ownDetail } = entry(status) ?? {}
    const next = path[path.indexOf(status) + 1]
    // An entry holds the result of the step before it; the last entry holds its own.
    const isLast = next === undefined || phase === 'failed'
    const detail = isLast ? ownDetail : next === 'READY' ? undefined : entry(next)?.detail
    return { status, label: orderStepLabels[status], phase, at, detail }
  }
  if (internalStatus === 'FAILED' || internalStatus === 'CANCELLED') {
    const passed = path.filter((status) => entry(status))
    return [...passed.map((status) => getStep(status, 'done')), getStep(internalStatus, 'failed')]
  }
  const at = path.indexOf(internalStatus)
  return path.map((status, index) =>
    getStep(status, index < at || internalStatus === 'READY' ? 'done' : index === at ? 'current' : 'ahead'),
  )
}

/** The progress of a step: `12,000 of 50,000`, and from 0 to 1; undefined when the total is unknown. */
export function getProgress(step: { done: number; of: number } | undefined) {
  if (!step || step.of <= 0) return undefined
  const done = Math.min(step.done, step.of)
  return { label: `${formatNumber(done)} of ${formatNumber(step.of)}`, share: done / step.of }
}

type AnnouncedOrder = Pick<OrderDetail, 'internalStatus' | 'isRefreshing' | 'deliveredQuantity' | 'notices'>

export function describeProgress(before: AnnouncedOrder, now: AnnouncedOrder): string | undefined {
  if (before.internalStatus !== now.internalStatus) return describeStatus(now)
  if (before.isRefreshing === now.isRefreshing) return undefined
  return now.isRefreshing ? 'The do-not-call check is in progress.' : getRefreshResult(now)?.message
}

function describeStatus({ internalStatus, deliveredQuantity }: AnnouncedOrder): string {
  if (internalStatus === 'READY')
    return `The order is complete. ${pluralize(deliveredQuantity, 'lead is', 'leads are')} ready to download.`
  if (internalStatus === 'FAILED') return 'The order has failed.'
  if (internalStatus === 'CANCELLED') return 'The order is cancelled.'
  return `${orderStepLabels[internalStatus]}.`
}

const refreshResults: Partial<Record<OrderNotice['type'], string>> = {
  DNC_REFRESHED: 'The do-not-call check is refreshed.',
  DNC_UNCHANGED: 'Checked again, nothing changed.',
  DNC_REFRESH_FAILED: 'The do-not-call check failed.',
}

export function getRefreshResult({ notices }: Pick<OrderDetail, 'notices'>) {
  const last = notices.find(({ type }) => refreshResults[type] !== undefined)
  if (!last) return undefined
  return {
    hasFailed: last.type === 'DNC_REFRESH_FAILED',
    message: [refreshResults[last.type], last.detail].filter(Boolean).join(' '),
  }
}

const statusFields = ['userFacingStatus', 'internalStatus', 'isRefreshing', 'fileVersion'] as const

/** Whether an event is newer than what the screen shows; what it does not mention is unchanged. */
export const isNewStatus = (event: OrderStatusEvent, shown: OrderStatusEvent | undefined): boolean =>
  !shown || statusFields.some((field) => event[field] !== undefined && event[field] !== shown[field])
