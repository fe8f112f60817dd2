type Closable = { close: () => void }

/** A few connections of which each runs one query at a time; opened when first needed, and waited for in turn. */
export function connectionPool<C extends Closable>(
  size: number,
  open: () => C,
  prepare: (connection: C) => Promise<unknown>,
) {
  const idle: C[] = []
  const waiting: ((connection: C) => void)[] = []
  const running = new Set<Promise<unknown>>()
  let opened = 0
  let closed = false

  async function take(): Promise<C> {
    const connection = idle.pop()
    if (connection) return connection
    if (opened >= size) return new Promise((resolve) => waiting.push(resolve))
    opened += 1
    return openOne().catch((error) => {
      opened -= 1
      throw error
    })
  }

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

  function giveBack(connection: C) {
    const next = waiting.shift()
    if (next) next(connection)
    else idle.push(connection)
  }

  async function borrow<T>(work: (connection: C) => Promise<T>): Promise<T> {
    const connection = await take()
    try {
      return await work(connection)
    } finally {
      giveBack(connection)
    }
  }

  return {
    async use<T>(work: (connection: C) => Promise<T>): Promise<T> {
      if (closed) throw new Error('The property store is closed.')
      const use = borrow(work)
      running.add(use)
      return use.finally(() => running.delete(use))
    },
    /** Lets what was asked for finish, then closes every connection. */
    async close() {
      closed = true
      await Promise.allSettled(running)
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
