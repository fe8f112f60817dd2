import type { InternalStatus, OrderDetail } from '@dooryard/contract/order'
import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

const order = (campaignType: OrderDetail['campaignType'], ...statuses: InternalStatus[]) => ({
  campaignType,
  internalStatus: statuses.at(-1) ?? 'QUEUED',
  history: statuses.map((to, index) => ({
    at: `2026-11-02T09:30:0${index}.000Z`,
    from: statuses[index - 1] ?? null,
    to,
    detail: to === 'FAILED' ? 'Nobody matches' : undefined,
  })),
})
const phases = (...args: Parameters<typeof order>) =>
  timelineOf(order(...args)).map(({ status, phase }) => `${status} ${phase}`)

test('a mail order under way shows what is done, what is going on, and what is ahead', () => {
  expect(phases('MAIL_READY', 'QUEUED', 'SELECTING')).toEqual([
    'QUEUED done',
    'SELECTING current',
    'ASSEMBLING ahead',
    'READY ahead',
  ])
})

test('a finished order has nothing ahead, and a time at each step', () => {
  const steps = timelineOf(order('MAIL_READY', 'QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'))
  expect(steps.every(({ phase, at }) => phase === 'done' && at !== undefined)).toBe(true)
})

test('a call order passes through tracing and scrubbing', () => {
  expect(phases('CALL_READY', 'QUEUED').map((step) => step.split(' ')[0])).toEqual([
    'QUEUED',
    'SELECTING',
    'TRACING',
    'SCRUBBING',
    'ASSEMBLING',
    'READY',
  ])
})

test('a failed order ends where it failed, with the reason', () => {
  const steps = timelineOf(order('MAIL_READY', 'QUEUED', 'SELECTING', 'FAILED'))
  expect(steps.map(({ status, phase }) => `${status} ${phase}`)).toEqual([
    'QUEUED done',
    'SELECTING done',
    'FAILED failed',
  ])
  expect(steps.at(-1)?.detail).toBe('Nobody matches')
})

test('an order cancelled while it waited shows only that', () => {
  expect(phases('MAIL_READY', 'QUEUED', 'CANCELLED')).toEqual(['QUEUED done', 'CANCELLED failed'])
})
