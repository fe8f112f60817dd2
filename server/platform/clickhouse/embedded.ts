import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from 'chdb'
import type { SemaphoreOptions } from '../util/semaphore.ts'
import type { ClickHouse, Params, ReadOptions, WriteOptions } from './client.ts'
import { createConnectionPool } from './connection-pool.ts'
import { toStoreError } from './errors.ts'
import { checkParams, formatSetParams, quoteIdentifier, quoteLiteral } from './params.ts'
import { buildReadSettings, commonSettings, defaultLimits, getReadSeconds, loadSettings } from './settings.ts'

// Each running query occupies a thread of the pool shared with files, name lookups and passwords: with Node's default
// number of threads, few run at once. The one connection of `control` stops reads that are no longer wanted.
const isRoomy = Number(process.env.UV_THREADPOOL_SIZE ?? 4) >= 16
const semaphoreOptions = {
  reading: isRoomy ? { size: 6, heavy: 2, waiting: 64 } : { size: 2, heavy: 1, waiting: 64 },
  writing: { size: isRoomy ? 2 : 1, heavy: 0, waiting: Number.POSITIVE_INFINITY },
  short: { size: 1, heavy: 0, waiting: 64 },
  control: { size: 1, heavy: 0, waiting: Number.POSITIVE_INFINITY },
} satisfies Record<string, SemaphoreOptions>

/** One process per folder, and one folder per process. */
export async function openEmbeddedClickHouse(folder: string): Promise<ClickHouse> {
  const { Session, drainPending } = await loadChdb()
  const path = resolve(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const open = () => new Session(path)
  const prepare = (session: Session) => query(session, formatSettings(commonSettings))
  const reading = createConnectionPool(semaphoreOptions.reading, open, (session) =>
    query(session, `${formatSettings(commonSettings)}SET readonly = 2`),
  )
  const writing = createConnectionPool(semaphoreOptions.writing, open, prepare)
  const short = createConnectionPool(semaphoreOptions.short, open, prepare)
  const control = createConnectionPool(semaphoreOptions.control, open, prepare)
  const stop = (tag: string) =>
    control.use((session) => query(session, `KILL QUERY WHERE Settings['log_comment'] = ${quoteLiteral(tag)} ASYNC`))

  return {
    rows: async <Row>(sql: string, params: Params = {}, options: ReadOptions = {}) => {
      checkParams(sql, params)
      const asked = performance.now()
      const { signal, isHeavy, isPatient } = options
      const seconds = getReadSeconds(options)
      const read = (session: Session) => {
        // Each read has its own tag, so that a later read on the same connection is never stopped in its place.
        const tag = randomUUID()
        const settings = buildReadSettings(options, (performance.now() - asked) / 1000)
        const prefix = formatSettings({ ...settings, log_comment: tag }) + formatSetParams(params)
        return stopOnAbort(query(session, prefix + sql), signal, () => stop(tag))
      }
      return parseLines<Row>(await reading.use(read, { signal, isHeavy, isPatient, seconds }))
    },
    run: async (sql, params = {}, { isShort = false, signal }: WriteOptions = {}) => {
      checkParams(sql, params)
      const write = (session: Session) => query(session, formatSetParams(params) + sql)
      await (isShort ? short.use(write, { signal, seconds: defaultLimits.seconds }) : writing.use(write, { signal }))
    },
    insertFile: async (table, columns, file, format) => {
      if (/[*?{}]/.test(file))
        throw new Error(`The path ${file} has one of * ? { }, which the store reads as a pattern.`)
      await writing.use(async (session) => {
        const structure = await getStructure(session, table, columns)
        const source = [resolve(file), format, structure].map(quoteLiteral).join(', ')
        await query(
          session,
          `INSERT INTO ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) SELECT * FROM file(${source}) SETTINGS ${loadSettings}`,
        )
      })
    },
    ping: () =>
      control
        .use((session) => query(session, 'SELECT 1'))
        .then(
          () => true,
          () => false,
        ),
    close: async () => {
      await Promise.all([reading.close(), writing.close(), short.close()])
      await control.close()
      await drainPending()
    },
  }
}

async function loadChdb(): Promise<typeof import('chdb')> {
  // The store's allocator reads this when it is loaded. By default it keeps free memory for five seconds, hundreds of
  // megabytes while a county dataset is imported; returned at once (0), the memory is requested again at 1.5 times the
  // processor time.
  process.env.JE_MALLOC_CONF ??= 'dirty_decay_ms:10'
  try {
    return await import('chdb')
  } catch (cause) {
    throw new Error(
      `The embedded property store is not installed for ${process.platform}-${process.arch}: run "npm ci" with optional dependencies, or set CLICKHOUSE_URL.`,
      { cause },
    )
  }
}

async function query(session: Session, sql: string): Promise<string> {
  try {
    return (await session.queryAsync(sql, { format: 'JSONEachRow' })).text()
  } catch (error) {
    throw toStoreError(error)
  }
}

const stopEveryMs = 10

/**
 * Rejects only once the query has ended, and repeats the stop until then: at first the store may not know the query
 * yet.
 */
async function stopOnAbort<T>(running: Promise<T>, signal: AbortSignal | undefined, stop: () => Promise<unknown>) {
  let isRunning = true
  const onAbort = async () => {
    for (; isRunning; await sleep(stopEveryMs)) await stop().catch(() => undefined)
  }
  if (signal?.aborted) void onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await running
  } finally {
    isRunning = false
    signal?.removeEventListener('abort', onAbort)
    signal?.throwIfAborted()
  }
}

const formatSettings = (settings: Record<string, string | number>) =>
  `SET ${Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? quoteLiteral(value) : value}`)
    .join(', ')};`

function parseLines<Row>(text: string): Row[] {
  const lines = text.trim()
  return lines === '' ? [] : JSON.parse(`[${lines.replaceAll('\n', ',')}]`)
}

/** Returns the columns with their types; without them the store would guess the file's types. */
async function getStructure(session: Session, table: string, columns: readonly string[]): Promise<string> {
  const text = await query(session, `DESCRIBE TABLE ${quoteIdentifier(table)}`)
  const types = new Map(parseLines<{ name: string; type: string }>(text).map(({ name, type }) => [name, type]))
  return columns
    .map((column) => {
      const type = types.get(column)
      if (!type) throw new Error(`The table ${table} has no column ${column}.`)
      return `${quoteIdentifier(column)} ${type}`
    })
    .join(', ')
}
