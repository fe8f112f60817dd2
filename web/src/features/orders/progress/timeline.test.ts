import type { InternalStatus, OrderDetail } from '@dooryard/contract/orders/order'
import type { OrderNotice } from '@dooryard/contract/orders/order-files'
import { expect, test } from 'vitest'
import { describeProgress, getProgress, isNewStatus, listTimeline } from './timeline.ts'

const buildOrder = (campaignType: OrderDetail['campaignType'], ...statuses: InternalStatus[]) => ({
  campaignType,
  internalStatus: statuses.at(-1) ?? 'QUEUED',
  history: statuses.map((to, index) => ({
    at: `2026-11-02T09:30:0${index}.000Z`,
    from: statuses[index - 1] ?? null,
    to,
    detail: to === 'FAILED' ? 'Nobody matches' : undefined,
  })),
})
const listPhases = (...args: Parameters<typeof buildOrder>) =>
  listTimeline(buildOrder(...args)).map(({ status, phase }) => `${status} ${phase}`)

test('a mailing order in progress shows done, current and future steps', () => {
  expect(listPhases('MAIL_READY', 'QUEUED', 'SELECTING')).toEqual([
    'QUEUED done',
    'SELECTING current',
    'ASSEMBLING ahead',
    'READY ahead',
  ])
})

test('a finished order has no future steps, and a time at each step', () => {
  const steps = listTimeline(buildOrder('MAIL_READY', 'QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'))
  expect(steps.every(({ phase, at }) => phase === 'done' && at !== undefined)).toBe(true)
})

test('each step shows its result', () => {
  const { history, ...rest } = buildOrder('MAIL_READY', 'QUEUED', 'SELECTING', 'ASSEMBLING', 'READY')
  const details = ['', '', '500 leads selected', '500 leads delivered']
  const detailed = history.map((entry, index) => ({ ...entry, detail: details[index] || undefined }))
  expect(
    listTimeline({ ...rest, history: detailed }).map(({ status, detail }) => `${status}: ${detail ?? ''}`),
  ).toEqual(['QUEUED: ', 'SELECTING: 500 leads selected', 'ASSEMBLING: ', 'READY: 500 leads delivered'])
})

test('a calling order includes tracing and scrubbing', () => {
  expect(listPhases('CALL_READY', 'QUEUED').map((step) => step.split(' ')[0])).toEqual([
    'QUEUED',
    'SELECTING',
    'TRACING',
    'SCRUBBING',
    'ASSEMBLING',
    'READY',
  ])
})

test('a failed order ends at the failed step with the reason', () => {
  const steps = listTimeline(buildOrder('MAIL_READY', 'QUEUED', 'SELECTING', 'FAILED'))
  expect(steps.map(({ status, phase }) => `${status} ${phase}`)).toEqual([
    'QUEUED done',
    'SELECTING done',
    'FAILED failed',
  ])
  expect(steps.at(-1)?.detail).toBe('Nobody matches')
})

test('an order cancelled while queued shows only that', () => {
  expect(listPhases('MAIL_READY', 'QUEUED', 'CANCELLED')).toEqual(['QUEUED done', 'CANCELLED failed'])
})

test.each([
  [{ done: 12_000, of: 50_000 }, '12,000 of 50,000', 0.24],
  [{ done: 7, of: 5 }, '5 of 5', 1],
])('a step at %j reads "%s"', (step, words, share) => {
  expect(getProgress(step)).toEqual({ label: words, share })
})

test('a step with an unknown total shows no progress', () => {
  expect(getProgress(undefined)).toBeUndefined()
  expect(getProgress({ done: 0, of: 0 })).toBeUndefined()
})

const at = '2026-11-02T09:30:00.000Z'
const done = { internalStatus: 'READY' as const, isRefreshing: false, deliveredQuantity: 1, notices: [] }
const describe = (...[before, now]: Parameters<typeof describeProgress>) => describeProgress(before, now)

test('a screen reader announces each step and nothing else', () => {
  expect(describe({ ...done, internalStatus: 'QUEUED' }, { ...done, internalStatus: 'TRACING' })).toBe(
    'Finding phone numbers.',
  )
  expect(describe({ ...done, internalStatus: 'ASSEMBLING' }, done)).toBe(
    'The order is complete. 1 lead is ready to download.',
  )
  expect(describe(done, done)).toBeUndefined()
})

test('a screen reader announces the start and the result of a check of the numbers', () => {
  const checking = { ...done, isRefreshing: true }
  const ended = (type: OrderNotice['type'], detail: string) => ({
    ...done,
    notices: [{ type, at, detail }],
  })
  expect(describe(done, checking)).toBe('The do-not-call check is in progress.')
  expect(describe(checking, ended('DNC_REFRESHED', '3 numbers may not be called any more.'))).toBe(
    'The do-not-call check is refreshed. 3 numbers may not be called any more.',
  )
  expect(describe(checking, ended('DNC_UNCHANGED', '50 leads of 50 can be called'))).toBe(
    'Checked again, nothing changed. 50 leads of 50 can be called',
  )
  expect(describe(checking, ended('DNC_REFRESH_FAILED', 'No copy of the registry is current.'))).toBe(
    'The do-not-call check failed. No copy of the registry is current.',
  )
})

const shown = { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING', fileVersion: 0, isRefreshing: false }
const both = { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING' }

test.each([
  ['the shown status and nothing else', both, false],
  ['all that is shown', shown, false],
  ['another step', { ...both, internalStatus: 'SCRUBBING' }, true],
  ['another status', { ...both, userFacingStatus: 'COMPLETED' }, true],
  ['a new check of the numbers', { ...both, isRefreshing: true }, true],
  ['a new file', { ...both, fileVersion: 1 }, true],
])('an event with %s refreshes the screen: %j, %s', (_, event, refreshes) => {
  expect(isNewStatus(event, shown)).toBe(refreshes)
})
