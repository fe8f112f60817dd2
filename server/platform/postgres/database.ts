import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DB } from './schema.gen.ts'

export type { DB } from './schema.gen.ts'
export type Pool = pg.Pool

export type Db = Kysely<DB> | Transaction<DB>

export type PoolOptions = { max?: number; log?: Log; name?: string }

const connectTimeoutMs = 15_000

/** The caller ends it. */
export function openPool(connectionString: string, { max = 20, log, name = 'dooryard' }: PoolOptions = {}): Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    types: { getTypeParser },
    connectionTimeoutMillis: connectTimeoutMs,
  })
  noteFailures(pool)
  // Without listeners the error of a connection, as of a stopping server, ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      ofConnection(error)
      if (!pool.ending) log?.warn({ reason: error.message }, 'A database connection was lost')
    }),
  )
  return pool
}

type Connected = Parameters<Parameters<Pool['connect']>[0]>

/** Whatever fails to connect is noted as that of a database, for a query of the pool's own too: both call this. */
function noteFailures(pool: Pool): void {
  const connect = (done: (...connected: Connected) => void) => pg.Pool.prototype.connect.call(pool, done)
  const noted = (done: (...connected: Connected) => void) =>
    connect((error, ...rest) => done(ofConnection(error), ...rest))
  const promised = () =>
    new Promise<pg.PoolClient>((resolve, reject) =>
      noted((error, client) => (client ? resolve(client) : reject(error))),
    )
  // The cast says no more than the two ways to call it, with and without a callback.
  pool.connect = ((done?: (...connected: Connected) => void) => (done ? noted(done) : promised())) as Pool['connect']
}

/** Connections take on the role before anything else. Other options for the server stay. */
export function asRole(connectionString: string, role: string): string {
  const option = encodeURIComponent(`-c role=${role}`)
  if (/[?&]options=/.test(connectionString)) return connectionString.replace(/[?&]options=[^&]*/, `$&%20${option}`)
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=${option}`
}

export const createDatabase = (pool: Pool): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Joins the transaction that is already open, so use cases can call each other. */
export function inTransaction<C extends { db: Db }, T>(
  ctx: C,
  work: (ctx: Omit<C, 'db'> & { db: Transaction<DB> }) => Promise<T>,
): Promise<T> {
  const { db } = ctx
  if (isTransaction(db)) return work({ ...ctx, db })
  return db.transaction().execute((trx) => work({ ...ctx, db: trx }))
}

const isTransaction = (db: Db): db is Transaction<DB> => db.isTransaction

type Parse = (text: string) => unknown

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const textArray = 1009

const parsers = new Map<number, Parse>([
  [builtins.INT8, safeInteger],
  // A calendar day has no time zone, which a Date would add.
  [builtins.DATE, (text) => text],
  [int8Array, (text) => texts(text).map((item) => (item === null ? null : safeInteger(item)))],
  [dateArray, (text) => texts(text)],
])

const parserOf = (oid: number): Parse => pg.types.getTypeParser(oid, 'text')

const texts = (text: string) => parserOf(textArray)(text) as (string | null)[]

// pg's declaration has one overload for each format; here every value travels as text.
const getTypeParser = ((oid: number) => parsers.get(oid) ?? parserOf(oid)) as typeof pg.types.getTypeParser

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be read as a number.`)
  return value
}

/** Its operator or a crash ended the connection, or the server takes none yet. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const endedByServer = /^(57P0[1-3]|08(000|001|003|004|006|007))$/

const endedOnTheWay = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** The driver gives these no code. */
const saidByDriver =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect$/

const ofConnections = new WeakSet<Error>()

/** Notes that an error is one of a database connection: by itself that of a socket does not say whose it was. Gives it. */
function ofConnection<E>(error: E): E {
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
