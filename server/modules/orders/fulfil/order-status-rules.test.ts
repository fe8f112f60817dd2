import { type InternalStatus, internalStatuses, userFacingStatuses } from '@dooryard/contract/orders/order'
import { expect, test } from 'vitest'
import {
  canTransition,
  getOrderProgress,
  isFinished,
  listInternalStatuses,
  toUserFacingStatus,
} from './order-status-rules.ts'

const listAllowedTransitions = (type: 'MAIL_READY' | 'CALL_READY') =>
  internalStatuses.flatMap((from) =>
    internalStatuses.filter((to) => canTransition(type, from, to)).map((to) => `${from} ${to}`),
  )

test('a mail-ready order goes from queued through selecting and assembling to ready, and can fail before that', () => {
  expect(listAllowedTransitions('MAIL_READY')).toEqual([
    'QUEUED SELECTING',
    'QUEUED FAILED',
    'QUEUED CANCELLED',
    'SELECTING ASSEMBLING',
    'SELECTING FAILED',
    'TRACING FAILED',
    'SCRUBBING FAILED',
    'ASSEMBLING READY',
    'ASSEMBLING FAILED',
  ])
})

test('a call-ready order is traced and scrubbed between selecting and assembling', () => {
  const forward = listAllowedTransitions('CALL_READY').filter((move) => !/FAILED|CANCELLED/.test(move))
  expect(forward).toEqual([
    'QUEUED SELECTING',
    'SELECTING TRACING',
    'TRACING SCRUBBING',
    'SCRUBBING ASSEMBLING',
    'ASSEMBLING READY',
  ])
})

test('progress is counted in steps, and a failed order has none', () => {
  expect(getOrderProgress('MAIL_READY', 'QUEUED')).toEqual({ done: 0, of: 3 })
  expect(getOrderProgress('CALL_READY', 'SCRUBBING')).toEqual({ done: 3, of: 5 })
  expect(getOrderProgress('MAIL_READY', 'CANCELLED')).toBeUndefined()
})

test('a finished order allows no transition', () => {
  const over: InternalStatus[] = ['READY', 'FAILED', 'CANCELLED']
  expect(internalStatuses.filter(isFinished)).toEqual(over)
  for (const from of over)
    for (const to of internalStatuses) expect(canTransition('CALL_READY', from, to), `${from} ${to}`).toBe(false)
})

test('each internal status maps to exactly one of the four user-facing ones', () => {
  expect(userFacingStatuses.flatMap(listInternalStatuses).toSorted()).toEqual(internalStatuses.toSorted())
  expect(toUserFacingStatus('QUEUED')).toBe('PENDING')
  expect(toUserFacingStatus('READY')).toBe('COMPLETED')
  expect(toUserFacingStatus('CANCELLED')).toBe('FAILED')
})
