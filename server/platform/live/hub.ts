import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from '../postgres/database.ts'

const channel = 'live'

/** Tells every process that what `topic` names has changed, when the transaction commits. */
export const announce = async (db: Db, topic: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${topic})`.execute(db)
}

type Listener = () => void

/** Passes announcements of all processes on to whoever subscribed in this one. */
export type Hub = { subscribe: (topics: string[], listener: Listener) => () => void; close: () => Promise<void> }

/** Opens the one connection that listens. While it is lost nothing is missed: every listener is told once it is back. */
export async function openHub(connectionString: string, log: Log): Promise<Hub> {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let closed = false

  const tell = (topic: string) => {
    for (const listener of listeners.get(topic) ?? []) listener()
  }
  const connect = async () => {
    const next = new pg.Client({ connectionString, application_name: 'dooryard live', keepAlive: true })
    let ended = false
    next.on('notification', ({ payload }) => payload && tell(payload))
    next.on('error', (error) => log.warn({ err: error }, 'the live connection was lost'))
    next.on('end', () => {
      ended = true
      // A failed attempt ends too, and its own loop tries again.
      if (client === next) void reconnect()
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
  }
  const reconnect = async () => {
    for (let wait = 100; !closed; wait = Math.min(wait * 2, 5000)) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (closed) return
      const back = await connect().then(
        () => true,
        () => false,
      )
      if (!back) continue
      for (const topic of listeners.keys()) tell(topic)
      return
    }
  }

  await connect()
  return {
    subscribe: (topics, listener) => {
      for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
      return () => {
        for (const topic of topics) {
          listeners.get(topic)?.delete(listener)
          if (listeners.get(topic)?.size === 0) listeners.delete(topic)
        }
      }
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
