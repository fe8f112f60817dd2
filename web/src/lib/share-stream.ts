import type { z } from 'zod'
import type { StreamState } from './event-stream.ts'
import { randomId } from './ids.ts'

type Hearing<Event> = { onEvent: (event: Event) => void; onState: (state: StreamState) => void }

type SharedStream<Event> = Hearing<Event> & {
  /** Tabs that say the same name share a stream. */
  name: string
  schema: z.ZodType<Event>
  /** Opens the stream itself, in the one tab that listens for all. */
  open: (hearing: Hearing<Event>) => () => void
}

const states: readonly unknown[] = ['connecting', 'live', 'waiting', 'stopped'] satisfies StreamState[]

const isState = (state: unknown): state is StreamState => states.includes(state)

/**
 * Listens to a stream together with the other tabs of the browser, which has few connections for each server: the tab
 * that holds a lock listens, and tells the others. When it closes, the next one takes over. Locks need a secure context;
 * without one, each tab listens by itself and tells nobody.
 */
export function shareStream<Event>({ name, schema, open, onEvent, onState }: SharedStream<Event>) {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  const leaving = new AbortController()
  let latest: { state: StreamState; event?: Event } = { state: 'connecting' }
  let close: (() => void) | undefined

  const hear = ({ state, event }: { state?: unknown; event?: unknown }) => {
    const parsed = schema.safeParse(event)
    if (isState(state) && state !== latest.state) onState(state)
    if (parsed.success) onEvent(parsed.data)
    latest = { state: isState(state) ? state : latest.state, event: parsed.data ?? latest.event }
    // What was said before the stream was cut off may be outdated by the time somebody asks.
    if (latest.state !== 'live') latest = { state: latest.state }
  }
  const tell = (news: { state: StreamState } | { event: Event }) => {
    hear(news)
    channel?.postMessage(news)
  }
  const listen = () => {
    close?.()
    close = open({ onEvent: (event) => tell({ event }), onState: (state) => tell({ state }) })
  }
  const self = randomId()
  if (channel)
    channel.onmessage = ({ data: { again, asker, to, ...news } }) => {
      if (again) return close && listen()
      if (asker) return close && channel.postMessage({ ...latest, to: asker })
      if (to === undefined || to === self) hear(news)
    }
  const untilLeaving = () =>
    new Promise<void>((resolve) => {
      // Its turn was on the way when the tab left.
      if (leaving.signal.aborted) return resolve()
      listen()
      leaving.signal.addEventListener('abort', () => resolve())
    })
  onState('connecting')
  channel?.postMessage({ asker: self })
  if (locks)
    locks.request(name, { signal: leaving.signal }, untilLeaving).catch(() => {
      // Left before its turn came.
    })
  else listen()
  return {
    /** Begins anew with a stream that has stopped, whichever tab listens. */
    again: () => (close ? listen() : channel?.postMessage({ again: true })),
    close: () => {
      close?.()
      close = undefined
      leaving.abort()
      channel?.close()
    },
  }
}
