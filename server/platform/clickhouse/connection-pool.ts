import { type AcquireOptions, createSemaphore, type SemaphoreOptions } from '../util/semaphore.ts'
import { busyMessage } from './settings.ts'

type Closable = { close: () => void }

/** Each connection runs one query at a time, and is opened on first use. */
export function createConnectionPool<C extends Closable>(
  semaphoreOptions: SemaphoreOptions,
  open: () => C,
  prepare: (connection: C) => Promise<unknown>,
) {
  const semaphore = createSemaphore(semaphoreOptions, busyMessage)
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
      // The partial output of a stopped query would precede the answer of the next one.
      if (isSound) idle.push(connection)
      else connection.close()
    }
  }

  return {
    async use<T>(work: (connection: C) => Promise<T>, acquireOptions: AcquireOptions = {}): Promise<T> {
      if (closed) throw new Error('The property store is closed.')
      const use = semaphore.pass(acquireOptions, () => borrow(work))
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
