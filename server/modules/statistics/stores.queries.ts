import { sql } from 'kysely'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type StoreStats = {
  version: string
  milliseconds: number
  bytes: number
  connections?: { open: number; most: number }
}

export async function getPostgresStats(db: Db): Promise<StoreStats> {
  const startedAt = performance.now()
  await sql`select 1`.execute(db)
  const milliseconds = performance.now() - startedAt
  const { rows } = await sql<{ version: string; bytes: number; open: number; most: number }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as bytes,
      -- Of each session the application may see no more than that there is one.
      (select sum(numbackends)::integer from pg_stat_database) as open,
      current_setting('max_connections')::integer as most`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not say anything of itself.')
  const { version, bytes, open, most } = row
  return { version, milliseconds, bytes, connections: { open, most } }
}

export async function getClickHouseStats(clickhouse: ClickHouse, signal: AbortSignal): Promise<StoreStats> {
  const startedAt = performance.now()
  const [about] = await clickhouse.rows<{ version: string }>('SELECT version() AS version', {}, { signal })
  const milliseconds = performance.now() - startedAt
  const [parts] = await clickhouse.rows<{ bytes: string }>(
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
    {},
    { signal },
  )
  return { version: about?.version ?? '', milliseconds, bytes: Number(parts?.bytes ?? 0) }
}
