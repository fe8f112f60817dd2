import type { AdminOrderDetail } from '@dooryard/contract/admin-orders'
import { formatDayAndTime, formatNumber, formatTime, plural } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'

export type AdminAction = 'retry' | 'fail'

type Judged = Pick<AdminOrderDetail, 'userFacingStatus' | 'quantity' | 'creditRequired' | 'creditsHeld' | 'user'>

const held = ({ quantity, creditRequired }: Judged) => quantity * creditRequired

/** What an action of an administrator does to an order, to its credits and to its owner: said before it is done. */
export function formatEffect(action: AdminAction, order: Judged): string {
  const { userFacingStatus, creditsHeld, user } = order
  if (action === 'fail') {
    const back = creditsHeld > 0 && ` ${plural(creditsHeld, 'credit')} on hold come back to ${nameOf(user)}.`
    return `The order ends as failed and delivers nothing.${back || ' It holds no credits.'}`
  }
  if (userFacingStatus === 'FAILED') {
    const price = `${formatNumber(order.quantity)} × ${plural(order.creditRequired, 'credit')}`
    return (
      `A new order for the same audience is placed for ${nameOf(user)}, at the price that this one had: ` +
      `${plural(held(order), 'credit')} of theirs are held (${price}). This order stays as it is.`
    )
  }
  return creditsHeld > 0
    ? `The step under way is tried again now, with all its tries. ${plural(creditsHeld, 'credit')} stay on hold.`
    : 'The step under way is tried again now, with all its tries.'
}

const became: Record<Judged['userFacingStatus'], string> = {
  PENDING: 'It waits for a worker.',
  PROCESSING: 'A worker is at it.',
  COMPLETED: 'It is completed.',
  FAILED: 'It has failed.',
}

/** What is said where an order went on while an administrator decided, so that the action has nothing to change any more. */
export const formatOver = ({ userFacingStatus }: Pick<Judged, 'userFacingStatus'>): string =>
  `This order has gone on in the meantime. ${became[userFacingStatus]}`

export function formatReaders(action: AdminAction, { userFacingStatus }: Pick<Judged, 'userFacingStatus'>): string {
  if (action === 'fail') return 'The owner reads it on the order.'
  return userFacingStatus === 'FAILED' ? 'The owner reads it in their credit history.' : 'It is kept in the audit log.'
}

export const formatSubmitLabel = (action: AdminAction, { userFacingStatus, creditsHeld }: Judged): string => {
  if (action === 'retry') return userFacingStatus === 'FAILED' ? 'Place it again' : 'Try again now'
  return creditsHeld > 0 ? `Fail and give ${plural(creditsHeld, 'credit')} back` : 'Fail the order'
}

type Named = Pick<AdminOrderDetail, 'id' | 'orderName' | 'creditsHeld'>

/** The order that was placed in another's place, where the answer is one. */
export const getReplacement = <Answer extends Named>(order: Named, answer: Answer): Answer | undefined =>
  answer.id === order.id ? undefined : answer

export function formatDone({ orderName, creditsHeld }: Named, action: AdminAction, placed: Named | undefined): string {
  if (placed) return `${orderName} is placed again`
  if (action === 'retry') return `${orderName} is tried again`
  return creditsHeld > 0 ? `${orderName} has failed, and its credits are back` : `${orderName} has failed`
}

type Job = NonNullable<AdminOrderDetail['job']>

export const formatNextTry = ({ isRunning, runAt, attempts, maxAttempts }: Job, now: number): string => {
  if (isRunning) return `Running since ${formatDayAndTime(runAt)}`
  if (attempts >= maxAttempts) return 'Never by itself: its tries are used up'
  return new Date(runAt).getTime() <= now ? 'As soon as a worker is free' : formatDayAndTime(runAt)
}

export function formatWait({ putOff, job }: Pick<AdminOrderDetail, 'putOff' | 'job'>, now: number): string | undefined {
  if (putOff === undefined) return undefined
  return `Waits for the contact provider, which cannot be reached${job ? `; ${formatRetryTime(job, now)}` : ''}. ${putOff}`
}

function formatRetryTime({ isRunning, runAt, attempts, maxAttempts }: Job, now: number): string {
  if (isRunning) return 'being tried again right now'
  if (attempts >= maxAttempts) return 'not tried again by itself'
  return Date.parse(runAt) <= now ? 'tried again as soon as a worker is free' : `tried again at ${formatTime(runAt)}`
}

export const formatTries = ({ attempts, maxAttempts }: Job): string =>
  `${formatNumber(attempts)} of ${formatNumber(maxAttempts)}`
