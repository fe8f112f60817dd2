import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { enterDemoContacts } from '../modules/contacts/index.ts'
import { loadDemo } from '../modules/properties/index.ts'
import { systemClock } from '../platform/clock.ts'
import { onceARun, testClickHouse } from './clickhouse.ts'
import { testDatabase } from './database.ts'

/** A database and a folder of the property store with as many generated properties, made once a run to be copied. */
export async function demoStores(rows: number): Promise<{ database: string; clickhouse: string }> {
  // The torture has a second PostgreSQL, with databases of its own.
  const cluster = createHash('sha256').update(inject('postgres')).digest('hex').slice(0, 8)
  const folder = await onceARun(`demo-${rows}-${cluster}`, async (draft) => {
    const database = await testDatabase()
    const store = await testClickHouse()
    const services = { db: database.app.db, clickhouse: store.clickhouse, clock: systemClock }
    await loadDemo(services, { rows })
    await enterDemoContacts(services)
    await store.clickhouse.close()
    await rename(store.folder, join(draft, 'clickhouse'))
    // A database that somebody is connected to cannot be copied.
    await database.disconnect()
    await writeFile(join(draft, 'database'), database.name)
  })
  return { database: await readFile(join(folder, 'database'), 'utf8'), clickhouse: join(folder, 'clickhouse') }
}
