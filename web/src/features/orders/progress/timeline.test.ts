import type { InternalStatus, OrderDetail } from '@dooryard/contract/order'
import { expect, test } from 'vitest'
import { announceChange, getProgress, listTimeline } from './timeline.ts'

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
  listTimeline(order(...args)).map(({ status, phase }) => `${status} ${phase}`)

test('a mail order under way shows what is done, what is going on, and what is ahead', () => {
  expect(phases('MAIL_READY', 'QUEUED', 'SELECTING')).toEqual([
    'QUEUED done',
    'SELECTING current',
    'ASSEMBLING ahead',
    'READY ahead',
  ])
})

test('a finished order has nothing ahead, and a time at each step', () => {
  const steps = listTimeline(order('MAIL_READY', 'QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'))
  expect(steps.every(({ phase, at }) => phase === 'done' && at !== undefined)).toBe(true)
})

test('what a step came to stands under it', () => {
  const { history, ...rest } = order('MAIL_READY', 'QUEUED', 'SELECTING', 'ASSEMBLING', 'READY')
  const said = ['', '', '500 leads selected', '500 leads delivered']
  const told = history.map((entry, index) => ({ ...entry, detail: said[index] || undefined }))
  expect(listTimeline({ ...rest, history: told }).map(({ status, detail }) => `${status}: ${detail ?? ''}`)).toEqual([
    'QUEUED: ',
    'SELECTING: 500 leads selected',
    'ASSEMBLING: ',
    'READY: 500 leads delivered',
  ])
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
  const steps = listTimeline(order('MAIL_READY', 'QUEUED', 'SELECTING', 'FAILED'))
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

test.each([
  [{ done: 12_000, of: 50_000 }, '12,000 of 50,000', 0.24],
  [{ done: 7, of: 5 }, '5 of 5', 1],
])('a step that is %j reads "%s"', (step, words, share) => {
  expect(getProgress(step)).toEqual({ label: words, share })
})

test('a step of which nobody knows how long it is shows no progress', () => {
  expect(getProgress(undefined)).toBeUndefined()
  expect(getProgress({ done: 0, of: 0 })).toBeUndefined()
})

const at = '2026-11-02T09:30:00.000Z'
const done = { internalStatus: 'READY' as const, isRefreshing: false, deliveredQuantity: 1, notices: [] }
const heard = (...[before, now]: Parameters<typeof announceChange>) => announceChange(before, now)

test('a screen reader hears of each step, and of nothing else', () => {
  expect(heard({ ...done, internalStatus: 'QUEUED' }, { ...done, internalStatus: 'TRACING' })).toBe(
    'Finding phone numbers.',
  )
  expect(heard({ ...done, internalStatus: 'ASSEMBLING' }, done)).toBe(
    'The order is complete. 1 lead is ready to download.',
  )
  expect(heard(done, done)).toBeUndefined()
})

test('a screen reader hears that a check of the numbers began, and how it ended', () => {
  const checking = { ...done, isRefreshing: true }
  const ended = (type: 'DNC_REFRESHED' | 'DNC_REFRESH_FAILED', detail: string) => ({
    ...done,
    notices: [{ type, at, detail }],
  })
  expect(heard(done, checking)).toBe('The do-not-call check is under way.')
  expect(heard(checking, ended('DNC_REFRESHED', '3 numbers may not be called any more.'))).toBe(
    'The do-not-call check is refreshed. 3 numbers may not be called any more.',
  )
  expect(heard(checking, ended('DNC_REFRESH_FAILED', 'No copy of the registry is current.'))).toBe(
    'The do-not-call check failed. No copy of the registry is current.',
  )
})
