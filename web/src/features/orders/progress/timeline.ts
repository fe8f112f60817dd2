import type { InternalStatus, OrderDetail } from '@dooryard/contract/order'
import { formatNumber, plural } from '../../../lib/format.ts'
import { stepWords } from '../../../lib/order-words.ts'

export type TimelineStep = {
  status: InternalStatus
  label: string
  phase: 'done' | 'current' | 'ahead' | 'failed'
  at?: string
  detail?: string
}

const mailPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY']
const callPath: InternalStatus[] = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING', 'READY']

type Followed = Pick<OrderDetail, 'campaignType' | 'internalStatus' | 'history'>

/** The way of an order as far as it has come, with what is ahead of it while it is under way. */
export function listTimeline({ campaignType, internalStatus, history }: Followed): TimelineStep[] {
  const path = campaignType === 'CALL_READY' ? callPath : mailPath
  const entry = (status: InternalStatus) => history.findLast(({ to }) => to === status)
  const stepOf = (status: InternalStatus, phase: TimelineStep['phase']): TimelineStep => {
    const { at, detail: ownDetail } = entry(status) ?? {}
    const next = path[path.indexOf(status) + 1]
    // An entry says what the step before it came to; the last one speaks of itself.
    const isLast = next === undefined || phase === 'failed'
    const detail = isLast ? ownDetail : next === 'READY' ? undefined : entry(next)?.detail
    return { status, label: stepWords[status], phase, at, detail }
  }
  if (internalStatus === 'FAILED' || internalStatus === 'CANCELLED') {
    const passed = path.filter((status) => entry(status))
    return [...passed.map((status) => stepOf(status, 'done')), stepOf(internalStatus, 'failed')]
  }
  const at = path.indexOf(internalStatus)
  return path.map((status, index) =>
    stepOf(status, index < at || internalStatus === 'READY' ? 'done' : index === at ? 'current' : 'ahead'),
  )
}

/** How far a step is: `12,000 of 50,000`, and from 0 to 1; undefined where nobody knows how much there is to do. */
export function getProgress(step: { done: number; of: number } | undefined) {
  if (!step || step.of <= 0) return undefined
  const done = Math.min(step.done, step.of)
  return { label: `${formatNumber(done)} of ${formatNumber(step.of)}`, share: done / step.of }
}

type Shown = Pick<OrderDetail, 'internalStatus' | 'isRefreshing' | 'deliveredQuantity' | 'notices'>

export function announceChange(before: Shown, now: Shown): string | undefined {
  if (before.internalStatus !== now.internalStatus) return announceStatus(now)
  if (before.isRefreshing === now.isRefreshing) return undefined
  return now.isRefreshing ? 'The do-not-call check is under way.' : getRefreshResult(now)?.message
}

function announceStatus({ internalStatus, deliveredQuantity }: Shown): string {
  if (internalStatus === 'READY')
    return `The order is complete. ${plural(deliveredQuantity, 'lead is', 'leads are')} ready to download.`
  if (internalStatus === 'FAILED') return 'The order has failed.'
  if (internalStatus === 'CANCELLED') return 'The order is cancelled.'
  return `${stepWords[internalStatus]}.`
}

export function getRefreshResult({ notices }: Pick<OrderDetail, 'notices'>) {
  const last = notices.find(({ type }) => type === 'DNC_REFRESHED' || type === 'DNC_REFRESH_FAILED')
  if (!last) return undefined
  const hasFailed = last.type === 'DNC_REFRESH_FAILED'
  const start = hasFailed ? 'The do-not-call check failed.' : 'The do-not-call check is refreshed.'
  return { hasFailed, message: last.detail ? `${start} ${last.detail}` : start }
}
