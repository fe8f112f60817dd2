import { type Lanes, type Turn, turnstile } from '../turnstile.ts'
import { busy } from './settings.ts'

type Closable = { close: () => void }

/** Each connection runs one query at a time; it is opened when first needed. */
export function connectionPool<C extends Closable>(
  lanes: Lanes,
  open: () => C,
  prepare: (connection: C) => Promise<unknown>,
) {
  const turns = turnstile(lanes, busy)
  const idle: C[] = []
  const running = new Set<Promise<unknown>>()
  let closed = false

  async function openOne(): Promise<C> {
    const connection = open()
    try {
      await prepare(connection)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  async function borrow<T>(work: (connection: C) => Promise<T>): Promise<T> {
    const connection = idle.pop() ?? (await openOne())
    let isSound = false
    try {
      const answer = await work(connection)
      isSound = true
      return answer
    } finally {
      // What a query that was stopped has written so far would stand before the answer of the next one.
      if (isSound) idle.push(connection)
      else connection.close()
    }
  }

  return {
    async use<T>(work: (connection: C) => Promise<T>, turn: Turn = {}): Promise<T> {
      if (closed) throw new Error('The property store is closed.')
      const use = turns.pass(turn, () => borrow(work))
      running.add(use)
      return use.finally(() => running.delete(use))
    },
    async close() {
      closed = true
      await Promise.allSettled(running)
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
