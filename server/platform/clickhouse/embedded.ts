import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Session } from 'chdb'
import type { ClickHouse, Params } from './client.ts'
import { connectionPool } from './connection-pool.ts'
import { storeError } from './errors.ts'
import { checkParams, identifier, literal, setParams } from './params.ts'
import { commonSettings, limitSettings } from './settings.ts'

// Each running query occupies one thread of the pool that file and DNS work shares.
const readers = 3
const writers = 2

/** Opens the property store inside this process. One process a folder, and one folder a process. */
export async function openEmbeddedClickHouse(folder: string): Promise<ClickHouse> {
  const { Session, drainPending } = await loadChdb()
  const path = resolve(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const open = () => new Session(path)
  const reading = connectionPool(readers, open, (session) =>
    query(session, `${setSettings(commonSettings)} SET readonly = 2`),
  )
  const writing = connectionPool(writers, open, (session) => query(session, setSettings(commonSettings)))

  return {
    rows: async <Row>(sql: string, params: Params = {}, limits = {}) => {
      checkParams(sql, params)
      const prefix = setSettings(limitSettings(limits)) + setParams(params)
      const text = await reading.use((session) => query(session, prefix + sql))
      return parseLines<Row>(text)
    },
    run: async (sql, params = {}) => {
      checkParams(sql, params)
      await writing.use((session) => query(session, setParams(params) + sql))
    },
    insertFile: async (table, columns, file, format) => {
      if (/[*?{}]/.test(file))
        throw new Error(`The path ${file} has one of * ? { }, which the store reads as a pattern.`)
      await writing.use(async (session) => {
        const structure = await structureOf(session, table, columns)
        const source = [resolve(file), format, structure].map(literal).join(', ')
        await query(
          session,
          `INSERT INTO ${identifier(table)} (${columns.map(identifier).join(', ')}) SELECT * FROM file(${source})`,
        )
      })
    },
    ping: () =>
      reading
        .use((session) => query(session, 'SELECT 1'))
        .then(
          () => true,
          () => false,
        ),
    close: async () => {
      await Promise.all([reading.close(), writing.close()])
      await drainPending()
    },
  }
}

async function loadChdb(): Promise<typeof import('chdb')> {
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

const setSettings = (settings: Record<string, string | number>) =>
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
