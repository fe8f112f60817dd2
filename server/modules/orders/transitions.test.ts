import { type InternalStatus, internalStatuses, userFacingStatuses } from '@dooryard/contract/order'
import { expect, test } from 'vitest'
import { internalStatusesOf, isOver, mayMove, progressOf, userFacingStatus } from './transitions.ts'

const movesOf = (type: 'MAIL_READY' | 'CALL_READY') =>
  internalStatuses.flatMap((from) =>
    internalStatuses.filter((to) => mayMove(type, from, to)).map((to) => `${from} ${to}`),
  )

test('a mail order goes from queued over selecting and assembling to ready, and may fail before that', () => {
  expect(movesOf('MAIL_READY')).toEqual([
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

test('a call order is traced and scrubbed between selecting and assembling', () => {
  const forward = movesOf('CALL_READY').filter((move) => !/FAILED|CANCELLED/.test(move))
  expect(forward).toEqual([
    'QUEUED SELECTING',
    'SELECTING TRACING',
    'TRACING SCRUBBING',
    'SCRUBBING ASSEMBLING',
    'ASSEMBLING READY',
  ])
})

test('progress is counted in steps, and there is none on a failed order', () => {
  expect(progressOf('MAIL_READY', 'QUEUED')).toEqual({ done: 0, of: 3 })
  expect(progressOf('CALL_READY', 'SCRUBBING')).toEqual({ done: 3, of: 5 })
  expect(progressOf('MAIL_READY', 'CANCELLED')).toBeUndefined()
})

test('an order that is over goes nowhere', () => {
  const over: InternalStatus[] = ['READY', 'FAILED', 'CANCELLED']
  expect(internalStatuses.filter(isOver)).toEqual(over)
  for (const from of over)
    for (const to of internalStatuses) expect(mayMove('CALL_READY', from, to), `${from} ${to}`).toBe(false)
})

test('each internal status is shown as exactly one of the four that users see', () => {
  expect(userFacingStatuses.flatMap(internalStatusesOf).toSorted()).toEqual(internalStatuses.toSorted())
  expect(userFacingStatus('QUEUED')).toBe('PENDING')
  expect(userFacingStatus('READY')).toBe('COMPLETED')
  expect(userFacingStatus('CANCELLED')).toBe('FAILED')
})
