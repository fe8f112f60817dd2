import { streamReconnect } from '@dooryard/contract/api/limits'
import type { z } from 'zod'

export type StreamState = 'connecting' | 'live' | 'waiting' | 'stopped'

type StreamOptions<Event> = {
  /** Returns the URL to open. Called for each attempt, because the URL carries a token that may have expired. */
  address: () => Promise<string>
  schema: z.ZodType<Event>
  onEvent: (event: Event) => void
  onState: (state: StreamState) => void
}

/** The delay before reconnecting after consecutive failures: 1 s, doubling; null when it should stop. */
export const getReconnectDelay = (failures: number): number | null =>
  failures > streamReconnect.maxAttempts ? null : streamReconnect.baseMs * 2 ** (failures - 1)

/** Parses the event of a message; logs an invalid message and returns undefined. */
export function parseEvent<Event>(schema: z.ZodType<Event>, data: string): Event | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(data))
    if (parsed.success) return parsed.data
  } catch {
    // Invalid JSON is logged like any other invalid message.
  }
  console.error('Invalid SSE data received', data)
  return undefined
}

/** Listens to a stream of server-sent events until the returned function is called. */
export function openStream<Event>({ address, schema, onEvent, onState }: StreamOptions<Event>): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closed = false

  const connect = async () => {
    onState('connecting')
    const url = await address().catch(() => undefined)
    if (closed) return
    if (url === undefined) return retry()
    source = new EventSource(url)
    source.onopen = () => {
      failures = 0
      onState('live')
    }
    source.onmessage = ({ data }) => {
      const event = parseEvent(schema, data)
      if (event !== undefined) onEvent(event)
    }
    // EventSource would reconnect by itself: immediately, forever, and with the old token.
    source.onerror = () => {
      source?.close()
      retry()
    }
  }

  const retry = () => {
    failures += 1
    const delay = getReconnectDelay(failures)
    if (delay === null) {
      console.error(`Stream stopped after ${streamReconnect.maxAttempts} attempts to reconnect`)
      return onState('stopped')
    }
    onState('waiting')
    timer = setTimeout(connect, delay)
  }

  void connect()
  return () => {
    closed = true
    clearTimeout(timer)
    source?.close()
  }
}
