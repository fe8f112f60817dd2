import { orders } from '@dooryard/contract/orders/orders'
import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, erin, openTab } from '../session/tab.fixture.ts'

const params = { campaignId: 'c', orderId: 'o' }

/** A fake event source that a test opens and interrupts. */
class Source {
  static opened: Source[] = []
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onerror = () => {}
  readonly url: string
  constructor(url: string) {
    this.url = url
    Source.opened.push(this)
  }
  close() {}
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Source.opened = []
})

/** Watches an order in a tab whose server answers calls with `status`. */
async function startWatching(status: number) {
  const { session } = await openTab(browserStorage())
  const { watchEndpoint } = await import('./watch-endpoint.ts')
  // The first call loads it, which a stopped clock does not wait for.
  await import('../api/call-as-user.ts')
  const calls: string[] = []
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return new Response('{"message":"as the test says"}', { status })
  })
  const claims = Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 900 })).toString('base64url')
  session.start({ ...erin, accessToken: `head.${claims}.signature` })
  vi.useFakeTimers()
  const events: string[] = []
  const onEvent = ({ internalStatus }: { internalStatus: string }) => events.push(internalStatus)
  const close = watchEndpoint(orders.watchStatus, params, { onEvent, onState: () => {} })
  await vi.advanceTimersByTimeAsync(0)
  return { session, calls, events, close }
}

test('a stream delivers its events, with the token in its address', async () => {
  const { session, calls, events, close } = await startWatching(200)
  const [source] = Source.opened
  expect(source?.url).toContain(`/campaigns/c/orders/o/status-subscribe?token=${session.get().accessToken}`)
  const event = { userFacingStatus: 'PROCESSING', internalStatus: 'SELECTING', fileVersion: 0, isRefreshing: false }
  source?.onmessage({ data: JSON.stringify(event) })
  expect({ events, calls }).toEqual({ events: ['SELECTING'], calls: [] })
  close()
})

test('without an access token no stream is opened', async () => {
  await openTab(browserStorage())
  const { watchEndpoint } = await import('./watch-endpoint.ts')
  vi.stubGlobal('EventSource', Source)
  vi.useFakeTimers()
  const close = watchEndpoint(orders.watchStatus, params, { onEvent: () => {}, onState: () => {} })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.opened).toEqual([])
  close()
})

test('an interrupted stream is reopened while the session lasts', async () => {
  const { session, close } = await startWatching(200)
  Source.opened[0]?.onerror()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Source.opened).toHaveLength(2)
  expect(session.get().isAuthenticated).toBe(true)
  close()
})

test('a stream interrupted because the session has ended signs out', async () => {
  const { session, close } = await startWatching(401)
  Source.opened[0]?.onerror()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Source.opened).toHaveLength(1)
  expect(session.get().isAuthenticated).toBe(false)
  close()
})
