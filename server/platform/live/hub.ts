import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from '../postgres/database.ts'

const channel = 'live'

/** When the transaction commits, to every process. */
export const announce = async (db: Db, topic: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${topic})`.execute(db)
}

type Listener = () => void

export type Hub = { subscribe: (topics: string[], listener: Listener) => () => void; close: () => Promise<void> }

/** Milliseconds: between questions, for an answer, and before another connection is tried. */
type Pulse = { everyMs: number; patienceMs: number; againMs: number }
const pulse: Pulse = { everyMs: 3000, patienceMs: 5000, againMs: 100 }

function listenersByTopic() {
  const listeners = new Map<string, Set<Listener>>()
  const tell = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }
  const tellAll = () => {
    for (const topic of listeners.keys()) tell(topic)
  }
  const subscribe: Hub['subscribe'] = (topics, listener) => {
    for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
    return () => {
      for (const topic of topics) {
        listeners.get(topic)?.delete(listener)
        if (listeners.get(topic)?.size === 0) listeners.delete(topic)
      }
    }
  }
  return { tell, tellAll, subscribe }
}

/** While the one connection that listens is lost nothing is missed: every listener is told once it is back. */
export async function openHub(connectionString: string, log: Log, given: Partial<Pulse> = {}): Promise<Hub> {
  const { everyMs, patienceMs, againMs } = { ...pulse, ...given }
  const { tell, tellAll, subscribe } = listenersByTopic()
  let client: pg.Client | undefined
  let closed = false

  const lost = (error: unknown) => closed || log.warn({ err: error }, 'the live connection was lost')
  const connect = async () => {
    const next = new pg.Client({
      ...{ connectionString, application_name: 'dooryard live', keepAlive: true },
      ...{ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs },
    })
    let ended = false
    next.on('notification', ({ payload }) => payload && tell(payload))
    next.on('error', lost)
    next.on('end', () => {
      ended = true
      // A failed attempt ends too, and its own loop tries again.
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
    void keepAsking(next)
  }
  // A failover or a pulled cable ends no connection, and TCP finds out after hours.
  const keepAsking = async (one: pg.Client) => {
    for (;;) {
      await sleep(everyMs, undefined, { ref: false })
      if (client !== one || closed) return
      try {
        await one.query('select 1')
      } catch (error) {
        lost(error)
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
      return tellAll()
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
