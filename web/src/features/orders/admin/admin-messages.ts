import type { AdminOrderDetail } from '@dooryard/contract/orders/admin-orders'
import { formatDayAndTime, formatNumber, formatTime, pluralize } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'

export type AdminAction = 'retry' | 'fail'

type ActionOrder = Pick<AdminOrderDetail, 'userFacingStatus' | 'quantity' | 'creditRequired' | 'creditsHeld' | 'user'>

const getHoldAmount = ({ quantity, creditRequired }: ActionOrder) => quantity * creditRequired

/** Describes an administrator's action before it runs: its effect on the order, its credits and its owner. */
export function formatEffect(action: AdminAction, order: ActionOrder): string {
  const { userFacingStatus, creditsHeld, user } = order
  if (action === 'fail') {
    const refundText =
      creditsHeld > 0 && ` ${pluralize(creditsHeld, 'credit')} on hold are released to ${formatUserName(user)}.`
    return `The order ends as failed and delivers nothing.${refundText || ' It holds no credits.'}`
  }
  if (userFacingStatus === 'FAILED') {
    const price = `${formatNumber(order.quantity)} × ${pluralize(order.creditRequired, 'credit')}`
    return (
      `A new order for the same audience is placed for ${formatUserName(user)}, at the price that this one had: ` +
      `${pluralize(getHoldAmount(order), 'credit')} of theirs are held (${price}). This order stays as it is.`
    )
  }
  return creditsHeld > 0
    ? `The step in progress is retried now, with a full set of attempts. ${pluralize(creditsHeld, 'credit')} stay on hold.`
    : 'The step in progress is retried now, with a full set of attempts.'
}

const textByStatus: Record<ActionOrder['userFacingStatus'], string> = {
  PENDING: 'It waits for a worker.',
  PROCESSING: 'A worker is processing it.',
  COMPLETED: 'It is completed.',
  FAILED: 'It has failed.',
}

/** Shown when the order progressed in the meantime, so that the action no longer applies. */
export const formatOrderChanged = ({ userFacingStatus }: Pick<ActionOrder, 'userFacingStatus'>): string =>
  `This order has changed in the meantime. ${textByStatus[userFacingStatus]}`

export function formatVisibility(
  action: AdminAction,
  { userFacingStatus }: Pick<ActionOrder, 'userFacingStatus'>,
): string {
  if (action === 'fail') return 'Shown to the owner on the order.'
  return userFacingStatus === 'FAILED' ? 'Shown in the owner’s credit history.' : 'Recorded in the audit log.'
}

export const formatSubmitLabel = (action: AdminAction, { userFacingStatus, creditsHeld }: ActionOrder): string => {
  if (action === 'retry') return userFacingStatus === 'FAILED' ? 'Place again' : 'Try again now'
  return creditsHeld > 0 ? `Fail and release ${pluralize(creditsHeld, 'credit')}` : 'Fail the order'
}

type OrderOutcome = Pick<AdminOrderDetail, 'id' | 'orderName' | 'creditsHeld'>

/** The replacement order, if the response is one. */
export const getReplacement = <Result extends OrderOutcome>(order: OrderOutcome, result: Result): Result | undefined =>
  result.id === order.id ? undefined : result

export function formatDone(
  { orderName, creditsHeld }: OrderOutcome,
  action: AdminAction,
  placed: OrderOutcome | undefined,
): string {
  if (placed) return `${orderName} placed again`
  if (action === 'retry') return `Retrying ${orderName}`
  return creditsHeld > 0 ? `${orderName} failed and its credits were released` : `${orderName} failed`
}

type OrderJob = NonNullable<AdminOrderDetail['job']>

export const formatNextAttempt = ({ isRunning, runAt, attempts, maxAttempts }: OrderJob, now: number): string => {
  if (isRunning) return `Running since ${formatDayAndTime(runAt)}`
  if (attempts >= maxAttempts) return 'No more automatic retries'
  return new Date(runAt).getTime() <= now ? 'As soon as a worker is free' : formatDayAndTime(runAt)
}

export function formatWait({ putOff, job }: Pick<AdminOrderDetail, 'putOff' | 'job'>, now: number): string | undefined {
  if (putOff === undefined) return undefined
  return `Waits for the contact provider, which cannot be reached${job ? `; ${formatRetryTime(job, now)}` : ''}. ${putOff}`
}

function formatRetryTime({ isRunning, runAt, attempts, maxAttempts }: OrderJob, now: number): string {
  if (isRunning) return 'being tried again right now'
  if (attempts >= maxAttempts) return 'not retried automatically'
  return Date.parse(runAt) <= now ? 'tried again as soon as a worker is free' : `tried again at ${formatTime(runAt)}`
}

export const formatAttempts = ({ attempts, maxAttempts }: OrderJob): string =>
  `${formatNumber(attempts)} of ${formatNumber(maxAttempts)}`
