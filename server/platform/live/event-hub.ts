import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from '../postgres/database.ts'

const channel = 'live'

/** Delivered to every process when the transaction commits. */
export const publishTopic = async (db: Db, topic: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${topic})`.execute(db)
}

type Listener = () => void

export type EventHub = { subscribe: (topics: string[], listener: Listener) => () => void; close: () => Promise<void> }

/** Milliseconds: between probes, for an answer, and before a reconnect. */
type HubTiming = { everyMs: number; patienceMs: number; againMs: number }
const defaultTiming: HubTiming = { everyMs: 3000, patienceMs: 5000, againMs: 100 }

function createListeners() {
  const listeners = new Map<string, Set<Listener>>()
  const notify = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }
  const notifyAll = () => {
    for (const topic of listeners.keys()) notify(topic)
  }
  const subscribe: EventHub['subscribe'] = (topics, listener) => {
    for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
    return () => {
      for (const topic of topics) {
        listeners.get(topic)?.delete(listener)
        if (listeners.get(topic)?.size === 0) listeners.delete(topic)
      }
    }
  }
  return { notify, notifyAll, subscribe }
}

/** Notifications lost with the connection are not missed: every listener is notified once it is back. */
export async function openEventHub(
  connectionString: string,
  log: Log,
  timing: Partial<HubTiming> = {},
): Promise<EventHub> {
  const { everyMs, patienceMs, againMs } = { ...defaultTiming, ...timing }
  const { notify, notifyAll, subscribe } = createListeners()
  let client: pg.Client | undefined
  let closed = false

  const logLostConnection = (error: unknown) => closed || log.warn({ err: error }, 'the live connection was lost')
  const connect = async () => {
    const next = new pg.Client({
      ...{ connectionString, application_name: 'dooryard live', keepAlive: true },
      ...{ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs },
    })
    let ended = false
    next.on('notification', ({ payload }) => payload && notify(payload))
    next.on('error', logLostConnection)
    next.on('end', () => {
      ended = true
      // A failed attempt ends too, and its own loop retries.
      if (client !== next) return
      client = undefined
      void reconnect()
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (ended || closed) throw new Error('the live connection ended as soon as it stood')
    } catch (error) {
      await next.end()
      throw error
    }
    client = next
    void probeConnection(next)
  }
  // A failover or a pulled cable ends no connection, and TCP notices only after hours.
  const probeConnection = async (one: pg.Client) => {
    for (;;) {
      await sleep(everyMs, undefined, { ref: false })
      if (client !== one || closed) return
      try {
        await one.query('select 1')
      } catch (error) {
        logLostConnection(error)
        return one.end()
      }
    }
  }
  const reconnect = async () => {
    for (let wait = againMs; !closed; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait)
      if (closed) return
      const back = await connect().then(
        () => true,
        () => false,
      )
      if (!back) continue
      return notifyAll()
    }
  }

  await connect()
  return {
    subscribe,
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
