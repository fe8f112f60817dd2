import { exampleOf } from '@dooryard/contract/examples'
import { WebhookAttempt } from '@dooryard/contract/webhooks'
import { expect, test } from 'vitest'
import { lookAgainIn, lookWhilePending } from './attempt-looks.ts'
import { ApiError, NetworkError } from './errors.ts'

const now = Date.parse('2026-11-02T09:30:00.000Z')

test('a log is looked at again soon only while something is about to be sent', () => {
  const pending = (seconds: number) => ({
    ...exampleOf(WebhookAttempt),
    status: 'PENDING' as const,
    at: new Date(now + seconds * 1000).toISOString(),
  })
  expect(lookAgainIn([pending(5)], now)).toBe(2000)
  expect(lookAgainIn([pending(300)], now)).toBe(10_000)
  expect(lookAgainIn([{ ...pending(5), status: 'FAILED' }], now)).toBe(10_000)
})

const attempt = exampleOf(WebhookAttempt)
const due = (inMs: number) => ({ ...attempt, status: 'PENDING' as const, at: new Date(now + inMs).toISOString() })
const look = (items: WebhookAttempt[], error: Error | null = null) =>
  lookWhilePending({ state: { data: { items }, error } }, now)

test('what became of a test event is looked at while something waits, seldom while that is far off', () => {
  expect(look([due(0)])).toBe(2_000)
  expect(look([due(3_600_000), { ...attempt, status: 'FAILED' }])).toBe(10_000)
  expect(look([attempt])).toBe(false)
})

test('a refusal ends the looking, a lost connection does not', () => {
  for (const status of [404, 429]) expect(look([due(0)], new ApiError(status, { message: 'No' }))).toBe(false)
  for (const error of [new ApiError(503, { message: 'Busy' }), new NetworkError('cut')])
    expect(look([due(0)], error)).toBe(2_000)
})
