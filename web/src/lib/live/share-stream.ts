import type { z } from 'zod'
import { randomId } from '../ids.ts'
import type { StreamState } from './event-stream.ts'

type StreamHandlers<Event> = { onEvent: (event: Event) => void; onState: (state: StreamState) => void }

type SharedStreamOptions<Event> = StreamHandlers<Event> & {
  /** Tabs with the same name share a stream. */
  name: string
  schema: z.ZodType<Event>
  /** Opens the stream in the one tab that listens for all. */
  open: (handlers: StreamHandlers<Event>) => () => void
}

const states: readonly unknown[] = ['connecting', 'live', 'waiting', 'stopped'] satisfies StreamState[]

const isState = (state: unknown): state is StreamState => states.includes(state)

/**
 * Shares a stream between the tabs of a browser, which limits the connections per server. The tab that holds a lock
 * listens and broadcasts to the others; when it closes, the next tab takes over. Locks need a secure context; without
 * them each tab listens by itself and broadcasts nothing.
 */
export function shareStream<Event>({ name, schema, open, onEvent, onState }: SharedStreamOptions<Event>) {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  const closing = new AbortController()
  let latest: { state: StreamState; event?: Event } = { state: 'connecting' }
  let close: (() => void) | undefined

  const receive = ({ state, event }: { state?: unknown; event?: unknown }) => {
    const parsed = schema.safeParse(event)
    if (isState(state) && state !== latest.state) onState(state)
    if (parsed.success) onEvent(parsed.data)
    latest = { state: isState(state) ? state : latest.state, event: parsed.data ?? latest.event }
    // The last event may be outdated once the stream is interrupted, so it is not sent to new tabs.
    if (latest.state !== 'live') latest = { state: latest.state }
  }
  const broadcast = (message: { state: StreamState } | { event: Event }) => {
    receive(message)
    channel?.postMessage(message)
  }
  const listen = () => {
    close?.()
    close = open({ onEvent: (event) => broadcast({ event }), onState: (state) => broadcast({ state }) })
  }
  const tabId = randomId()
  if (channel)
    channel.onmessage = ({ data: { again, asker, to, ...message } }) => {
      if (again) return close && listen()
      if (asker) return close && channel.postMessage({ ...latest, to: asker })
      if (to === undefined || to === tabId) receive(message)
    }
  const listenUntilClosed = () =>
    new Promise<void>((resolve) => {
      // The lock was granted while the tab was closing.
      if (closing.signal.aborted) return resolve()
      listen()
      closing.signal.addEventListener('abort', () => resolve())
    })
  onState('connecting')
  channel?.postMessage({ asker: tabId })
  if (locks)
    locks.request(name, { signal: closing.signal }, listenUntilClosed).catch(() => {
      // The tab closed before the lock was granted.
    })
  else listen()
  return {
    /** Reopens a stopped stream in whichever tab listens. */
    again: () => (close ? listen() : channel?.postMessage({ again: true })),
    close: () => {
      close?.()
      close = undefined
      closing.abort()
      channel?.close()
    },
  }
}
