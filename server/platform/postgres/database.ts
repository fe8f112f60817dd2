import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresDialectConfig, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DB } from './schema.gen.ts'

export type { DB } from './schema.gen.ts'
export type Pool = pg.Pool

export type Db = Kysely<DB> | Transaction<DB>

export type PoolOptions = { max?: number; log?: Log; name?: string }

const connectTimeoutMs = 15_000

/** The caller closes it. */
export function openPool(connectionString: string, { max = 20, log, name = 'dooryard' }: PoolOptions = {}): Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    types: { getTypeParser },
    connectionTimeoutMillis: connectTimeoutMs,
  })
  markConnectionErrors(pool)
  // Without listeners, a connection error, as from a stopping server, ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      markConnectionError(error)
      if (!pool.ending) log?.warn({ reason: error.message }, 'A database connection was lost')
    }),
  )
  return pool
}

type ConnectArguments = Parameters<Parameters<Pool['connect']>[0]>

/** Marks every connect failure as a database error, also for the pool's own queries: both call this. */
function markConnectionErrors(pool: Pool): void {
  const connect = (done: (...connected: ConnectArguments) => void) => pg.Pool.prototype.connect.call(pool, done)
  const noted = (done: (...connected: ConnectArguments) => void) =>
    connect((error, ...rest) => done(markConnectionError(error), ...rest))
  const connectPromise = () =>
    new Promise<pg.PoolClient>((resolve, reject) =>
      noted((error, client) => (client ? resolve(client) : reject(error))),
    )
  // The cast covers only the two ways to call it, with and without a callback.
  pool.connect = ((done?: (...connected: ConnectArguments) => void) =>
    done ? noted(done) : connectPromise()) as Pool['connect']
}

/** Connections set the role before anything else. Other server options stay. */
export function asRole(connectionString: string, role: string): string {
  const option = encodeURIComponent(`-c role=${role}`)
  if (/[?&]options=/.test(connectionString)) return connectionString.replace(/[?&]options=[^&]*/, `$&%20${option}`)
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}options=${option}`
}

export const createDatabase = (
  pool: Pool,
  hooks: Pick<PostgresDialectConfig, 'onReserveConnection'> = {},
): Kysely<DB> =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool, ...hooks }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** The clock by which the database dates rows. */
export async function getDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() + clock_offset() as now`.execute(db)
  const [{ now } = { now: new Date() }] = rows
  return now
}

/** Joins an open transaction, so use cases can call each other. */
export function inTransaction<C extends { db: Db }, T>(
  ctx: C,
  work: (ctx: Omit<C, 'db'> & { db: Transaction<DB> }) => Promise<T>,
): Promise<T> {
  const { db } = ctx
  if (isTransaction(db)) return work({ ...ctx, db })
  return db.transaction().execute((trx) => work({ ...ctx, db: trx }))
}

const isTransaction = (db: Db): db is Transaction<DB> => db.isTransaction

type ParseText = (text: string) => unknown

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const textArray = 1009

const parsers = new Map<number, ParseText>([
  [builtins.INT8, parseSafeInteger],
  // A calendar day has no time zone, which a Date would add.
  [builtins.DATE, (text) => text],
  [int8Array, (text) => parseTextArray(text).map((item) => (item === null ? null : parseSafeInteger(item)))],
  [dateArray, (text) => parseTextArray(text)],
])

const getDefaultParser = (oid: number): ParseText => pg.types.getTypeParser(oid, 'text')

const parseTextArray = (text: string) => getDefaultParser(textArray)(text) as (string | null)[]

// pg's declaration has one overload per format; here every value travels as text.
const getTypeParser = ((oid: number) => parsers.get(oid) ?? getDefaultParser(oid)) as typeof pg.types.getTypeParser

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be read as a number.`)
  return value
}

/**
 * The operator or a crash ended the connection, or the server accepts none yet.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const serverEndedPattern = /^(57P0[1-3]|08(000|001|003|004|006|007))$/

const networkErrorCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** The driver gives these no code. */
const driverMessagePattern =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect$/

const connectionErrors = new WeakSet<Error>()

/** Marks an error as one of a database connection, since a socket error does not name its source. Returns the error. */
function markConnectionError<E>(error: E): E {
  if (error instanceof Error) connectionErrors.add(error)
  return error
}

/** Whether a query failed because the database was lost or cannot be reached, and not because of the query. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code === undefined) return driverMessagePattern.test(error.message)
  if (error instanceof pg.DatabaseError) return serverEndedPattern.test(code)
  // The socket of a local server is a file, which is removed with it.
  return connectionErrors.has(error) && (networkErrorCodes.has(code) || (code === 'ENOENT' && syscall === 'connect'))
}
