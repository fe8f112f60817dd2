import { getExample } from '@dooryard/contract/api/examples'
import { WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/errors.ts'
import { getRefetchInterval, refetchWhilePending } from './attempt-refetch.ts'

const now = Date.parse('2026-11-02T09:30:00.000Z')

test('attempts are refetched sooner only while one is about to be sent', () => {
  const pending = (seconds: number) => ({
    ...getExample(WebhookAttempt),
    status: 'PENDING' as const,
    at: new Date(now + seconds * 1000).toISOString(),
  })
  expect(getRefetchInterval([pending(5)], now)).toBe(2000)
  expect(getRefetchInterval([pending(300)], now)).toBe(10_000)
  expect(getRefetchInterval([{ ...pending(5), status: 'FAILED' }], now)).toBe(10_000)
})

const attempt = getExample(WebhookAttempt)
const due = (inMs: number) => ({ ...attempt, status: 'PENDING' as const, at: new Date(now + inMs).toISOString() })
const refetch = (items: WebhookAttempt[], error: Error | null = null) =>
  refetchWhilePending({ state: { data: { items }, error } }, now)

test('the attempts of a test event are refetched while one is pending, less often while it is far off', () => {
  expect(refetch([due(0)])).toBe(2_000)
  expect(refetch([due(3_600_000), { ...attempt, status: 'FAILED' }])).toBe(10_000)
  expect(refetch([attempt])).toBe(false)
})

test('a client error stops the refetching, a lost connection does not', () => {
  for (const status of [404, 429]) expect(refetch([due(0)], new ApiError(status, { message: 'No' }))).toBe(false)
  for (const error of [new ApiError(503, { message: 'Busy' }), new NetworkError('cut')])
    expect(refetch([due(0)], error)).toBe(2_000)
})
