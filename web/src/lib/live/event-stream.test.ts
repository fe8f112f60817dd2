import { OrderStatusEvent } from '@dooryard/contract/orders/order'
import { afterEach, expect, test, vi } from 'vitest'
import { getReconnectDelay, openStream, parseEvent } from './event-stream.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('reconnecting waits 1 s, doubling, ten times, and then stops', () => {
  const waits = Array.from({ length: 11 }, (_, index) => getReconnectDelay(index + 1))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, null])
})

test('a status event is parsed', () => {
  const event = { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING', fileVersion: 0, isRefreshing: false }
  const data = JSON.stringify({ ...event, progress: { done: 1, of: 2 } })
  expect(parseEvent(OrderStatusEvent, data)).toMatchObject({ userFacingStatus: 'PROCESSING' })
})

test.each([
  { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING' },
  { userFacingStatus: 'ON_HOLD', internalStatus: 'A_LATER_STEP' },
])('a status event needs two strings and nothing else: %j', (event) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(parseEvent(OrderStatusEvent, JSON.stringify(event))).toEqual(event)
  expect(log).not.toHaveBeenCalled()
})

test.each(['not json', '{}', '{"userFacingStatus":"PENDING"}', '{"userFacingStatus":1,"internalStatus":2}', 'null'])(
  'a message with %s is ignored and logged',
  (data) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(parseEvent(OrderStatusEvent, data)).toBeUndefined()
    expect(log).toHaveBeenCalledWith('Invalid SSE data received', data)
  },
)

test('a stream whose ten reconnects fail stops and logs it', async () => {
  vi.useFakeTimers()
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  let opened = 0
  class FailingSource {
    onerror = () => {}
    constructor() {
      opened += 1
      queueMicrotask(() => this.onerror())
    }
    close() {}
  }
  vi.stubGlobal('EventSource', FailingSource)
  const states: string[] = []
  const address = () => Promise.resolve('/v1/stream')
  openStream({ address, schema: OrderStatusEvent, onEvent: () => {}, onState: (state) => states.push(state) })
  await vi.advanceTimersByTimeAsync(2 ** 10 * 1000)
  expect({ opened, last: states.at(-1) }).toEqual({ opened: 11, last: 'stopped' })
  expect(log.mock.calls).toEqual([['Stream stopped after 10 attempts to reconnect']])
})
