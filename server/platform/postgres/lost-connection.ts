import pg from 'pg'

/** Its operator or a crash ended the connection, or the server takes none yet. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const endedByServer = /^(57P0[1-3]|08(000|001|003|004|006|007))$/

const endedOnTheWay = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** The driver gives these no code. */
const saidByDriver =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect$/

const ofConnections = new WeakSet<Error>()

/** Notes that an error is one of a database connection: by itself that of a socket does not say whose it was. Gives it. */
export function ofConnection<E>(error: E): E {
  if (error instanceof Error) ofConnections.add(error)
  return error
}

/** Whether a query failed because the database went away or cannot be reached, and not for what it asked. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code === undefined) return saidByDriver.test(error.message)
  if (error instanceof pg.DatabaseError) return endedByServer.test(code)
  // The socket of a server on this machine is a file, which goes with it.
  return ofConnections.has(error) && (endedOnTheWay.has(code) || (code === 'ENOENT' && syscall === 'connect'))
}
