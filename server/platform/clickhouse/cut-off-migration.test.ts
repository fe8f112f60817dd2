import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../test/stores/clickhouse.ts'
import { isTortureRun } from '../../test/torture.ts'
import { migrateClickHouse } from './migrate.ts'

const migrations = join(import.meta.dirname, 'migrations')

let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  store = await testClickHouse()
})
afterAll(() => store.close())

test('a migration interrupted anywhere is completed by the next start', async () => {
  const expected = await listTableShapes()
  const names = (await readdir(migrations)).filter((name) => name >= '0004').sort()
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) {
    const statements = (await readFile(join(migrations, name), 'utf8'))
      .split(/;\s*$/m)
      .filter((sql) => /^\w/m.test(sql))
    const places = statements.map((_, at) => at + 1)
    for (const done of places.filter((place) => isTortureRun || place === Math.ceil(statements.length / 2))) {
      for (const statement of statements.slice(0, done)) await store.clickhouse.run(statement)
      await store.clickhouse.run(
        `alter table schema_migrations delete where name >= '${name.replace('.sql', '')}' settings mutations_sync = 1`,
      )
      await migrateClickHouse(store.clickhouse)
      expect(await listTableShapes()).toEqual(expected)
    }
  }
})

/** Returns the definition of every table. */
const listTableShapes = () =>
  store.clickhouse.rows(`select name, replaceRegexpOne(create_table_query, 'UUID .[^ ]+', '') as made from system.tables
    where database = currentDatabase() and name != 'schema_migrations' order by name`)
