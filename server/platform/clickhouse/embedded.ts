import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from 'chdb'
import type { Lanes } from '../turnstile.ts'
import type { ClickHouse, Params, ReadOptions, WriteOptions } from './client.ts'
import { connectionPool } from './connection-pool.ts'
import { storeError } from './errors.ts'
import { checkParams, identifier, literal, setParams } from './params.ts'
import { commonSettings, defaultLimits, loadSettings, readSettings } from './settings.ts'

// Each running query holds a thread of the pool that files, names and passwords share: with as few threads as Node has
// by itself, few run at once. The one connection of `control` stops reads that nobody waits for.
const isRoomy = Number(process.env.UV_THREADPOOL_SIZE ?? 4) >= 16
const lanes = {
  reading: isRoomy ? { size: 6, heavy: 2, waiting: 64 } : { size: 2, heavy: 1, waiting: 64 },
  writing: { size: isRoomy ? 2 : 1, heavy: 0, waiting: Number.POSITIVE_INFINITY },
  short: { size: 1, heavy: 0, waiting: 64 },
  control: { size: 1, heavy: 0, waiting: Number.POSITIVE_INFINITY },
} satisfies Record<string, Lanes>

/** One process a folder, and one folder a process. */
export async function openEmbeddedClickHouse(folder: string): Promise<ClickHouse> {
  const { Session, drainPending } = await loadChdb()
  const path = resolve(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const open = () => new Session(path)
  const prepare = (session: Session) => query(session, set(commonSettings))
  const reading = connectionPool(lanes.reading, open, (session) =>
    query(session, `${set(commonSettings)}SET readonly = 2`),
  )
  const writing = connectionPool(lanes.writing, open, prepare)
  const short = connectionPool(lanes.short, open, prepare)
  const control = connectionPool(lanes.control, open, prepare)
  const stop = (tag: string) =>
    control.use((session) => query(session, `KILL QUERY WHERE Settings['log_comment'] = ${literal(tag)} ASYNC`))

  return {
    rows: async <Row>(sql: string, params: Params = {}, options: ReadOptions = {}) => {
      checkParams(sql, params)
      const asked = performance.now()
      const { signal, isHeavy, isPatient, seconds = defaultLimits.seconds } = options
      const read = (session: Session) => {
        // Each read has a tag of its own, so that one that comes after it on the connection is never stopped for it.
        const tag = randomUUID()
        const settings = readSettings(options, (performance.now() - asked) / 1000)
        const prefix = set({ ...settings, log_comment: tag }) + setParams(params)
        return stoppable(query(session, prefix + sql), signal, () => stop(tag))
      }
      return parseLines<Row>(await reading.use(read, { signal, isHeavy, isPatient, seconds }))
    },
    run: async (sql, params = {}, { isShort = false, signal }: WriteOptions = {}) => {
      checkParams(sql, params)
      const write = (session: Session) => query(session, setParams(params) + sql)
      await (isShort ? short.use(write, { signal, seconds: defaultLimits.seconds }) : writing.use(write, { signal }))
    },
    insertFile: async (table, columns, file, format) => {
      if (/[*?{}]/.test(file))
        throw new Error(`The path ${file} has one of * ? { }, which the store reads as a pattern.`)
      await writing.use(async (session) => {
        const structure = await structureOf(session, table, columns)
        const source = [resolve(file), format, structure].map(literal).join(', ')
        await query(
          session,
          `INSERT INTO ${identifier(table)} (${columns.map(identifier).join(', ')}) SELECT * FROM file(${source}) SETTINGS ${loadSettings}`,
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
  // The store's allocator reads this when it is loaded. By itself it keeps what is free for five seconds, hundreds of
  // megabytes while a roll is imported; given back at once (0), they are asked for again at half as much processor more.
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
    throw storeError(error)
  }
}

const stopEveryMs = 10

/** Rejects only once the query has ended, and asks until it does: at first the store may not know of it yet. */
async function stoppable<T>(running: Promise<T>, signal: AbortSignal | undefined, stop: () => Promise<unknown>) {
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

const set = (settings: Record<string, string | number>) =>
  `SET ${Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? literal(value) : value}`)
    .join(', ')};`

function parseLines<Row>(text: string): Row[] {
  const lines = text.trim()
  return lines === '' ? [] : JSON.parse(`[${lines.replaceAll('\n', ',')}]`)
}

/** The columns with their types, without which the file's would be guessed. */
async function structureOf(session: Session, table: string, columns: readonly string[]): Promise<string> {
  const text = await query(session, `DESCRIBE TABLE ${identifier(table)}`)
  const types = new Map(parseLines<{ name: string; type: string }>(text).map(({ name, type }) => [name, type]))
  return columns
    .map((column) => {
      const type = types.get(column)
      if (!type) throw new Error(`The table ${table} has no column ${column}.`)
      return `${identifier(column)} ${type}`
    })
    .join(', ')
}
