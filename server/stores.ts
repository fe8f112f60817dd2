import { join } from 'node:path'
import type { Config } from './config.ts'
import type { ClickHouse } from './platform/clickhouse/client.ts'
import { openEmbeddedClickHouse } from './platform/clickhouse/embedded.ts'
import { migrateClickHouse } from './platform/clickhouse/migrate.ts'
import { openRemoteClickHouse } from './platform/clickhouse/remote.ts'
import type { Services } from './platform/context.ts'
import { openSecrets } from './platform/crypto/secrets.ts'
import { type DataFolder, openDataFolder } from './platform/files/data-folder.ts'
import { createDiskFiles } from './platform/files/disk-files.ts'
import type { Log } from './platform/log.ts'
import { getAppConnectionString } from './platform/postgres/app-role.ts'
import { createDatabase, openPool, type Pool } from './platform/postgres/database.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { systemClock } from './platform/util/clock.ts'

export type OpenedStores = {
  services: Services
  pool: Pool
  connectionString: string
  checkHealth: () => Promise<boolean>
  close: () => Promise<void>
}

const isEmbedded = (config: Config) => !config.databaseUrl || !config.clickhouseUrl

/** Two processes on one folder would damage embedded stores. */
export const lockDataFolder = (config: Config): DataFolder | null =>
  isEmbedded(config) ? openDataFolder(config.dataDir) : null

type Closers = (() => Promise<unknown>)[]

/** Lock the data folder first. */
export async function openStores(config: Config, log: Log): Promise<OpenedStores> {
  const closers: Closers = []
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne()
  }
  try {
    // Servers before embedded stores, and both before any migration: a wrong URL changes nothing.
    const remote = config.clickhouseUrl ? await openRemote(config.clickhouseUrl, closers) : null
    const owner = await openPostgres(config, log, closers)
    const clickhouse = remote ?? (await openEmbedded(config, closers))
    const connectionString = await migratePostgres(owner, log)
    await migrateClickHouse(clickhouse)
    const pool = openPool(connectionString, { log })
    closers.push(() => pool.end())
    const files = createDiskFiles(join(config.dataDir, 'files'))
    await files.sweepFolders()
    const services: Services = {
      db: createDatabase(pool),
      clickhouse,
      files,
      secrets: openSecrets(config),
      clock: systemClock,
      log,
      publicUrl: config.publicUrl,
      publicAliases: config.publicAliases,
    }
    const checkHealth = async () => (await canQuery(pool)) && (await clickhouse.ping())
    return { services, pool, connectionString, checkHealth, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openRemote(url: string, closers: Closers): Promise<ClickHouse> {
  const clickhouse = await openRemoteClickHouse(url)
  closers.push(() => clickhouse.close())
  const isThere = await clickhouse.ping().catch(() => false)
  if (!isThere) throw new Error('The property store at CLICKHOUSE_URL cannot be reached.')
  return clickhouse
}

async function openEmbedded({ dataDir }: Config, closers: Closers): Promise<ClickHouse> {
  const clickhouse = await openEmbeddedClickHouse(join(dataDir, 'clickhouse'))
  closers.push(() => clickhouse.close())
  return clickhouse
}

async function openPostgres(config: Config, log: Log, closers: Closers): Promise<string> {
  const connectionString = config.databaseUrl ?? (await startPostgres(config, log, closers))
  await withPool(connectionString, log, (pool) => requireReachable(pool, config))
  return connectionString
}

/** Migrates as the owner, and returns the application's connection string, which has fewer rights. */
const migratePostgres = (connectionString: string, log: Log): Promise<string> =>
  withPool(connectionString, log, async (pool) => {
    await migrate(pool, { log })
    return getAppConnectionString(pool, connectionString, log)
  })

async function withPool<T>(connectionString: string, log: Log, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(connectionString, { log, name: 'dooryard migrations' })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function startPostgres(config: Config, log: Log, closers: Closers): Promise<string> {
  const postgres = await startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), log })
  closers.push(() => postgres.stop())
  return postgres.connectionString
}

/** The driver's message names host, user or database, never the password. */
async function requireReachable(pool: Pool, config: Config): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const where = config.databaseUrl ? 'The database at DATABASE_URL' : 'The embedded database'
    const why = error instanceof AggregateError ? error.errors[0] : error
    throw new Error(`${where} cannot be used: ${why instanceof Error ? why.message : 'no reason given'}.`, {
      cause: error,
    })
  }
}

const canQuery = (pool: Pool): Promise<boolean> =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )
