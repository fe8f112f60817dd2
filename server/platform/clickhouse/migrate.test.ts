import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbeddedClickHouse } from './embedded.ts'
import { migrateClickHouse } from './migrate.ts'

let temp: string
let store: Awaited<ReturnType<typeof openEmbeddedClickHouse>>
beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'dooryard-clickhouse-migrations-'))
  store = await openEmbeddedClickHouse(join(temp, 'store'))
})
afterEach(async () => {
  await store.close()
  await rm(temp, { recursive: true })
})

const write = (file: string, sql: string) => writeFile(join(temp, file), sql)

test('the statements of each new file run in order, once, and survive a restart', async () => {
  await write(
    '0001-start.sql',
    `-- Two; statements;\nCREATE TABLE IF NOT EXISTS a (x UInt8, note String DEFAULT 'one; two')\nENGINE = MergeTree ORDER BY x;\n\nINSERT INTO a (x) VALUES (1);\n`,
  )
  expect(await migrateClickHouse(store, temp)).toEqual(['0001-start'])
  await store.close()
  store = await openEmbeddedClickHouse(join(temp, 'store'))
  await write('0002-more.sql', 'INSERT INTO a (x) VALUES (2)')
  expect(await migrateClickHouse(store, temp)).toEqual(['0002-more'])
  expect(await migrateClickHouse(store, temp)).toEqual([])
  expect(await store.rows('SELECT x, note FROM a ORDER BY x')).toEqual([
    { x: 1, note: 'one; two' },
    { x: 2, note: 'one; two' },
  ])
})

test('an edited file is refused, and a failing one runs again once it is fixed', async () => {
  await write(
    '0003-broken.sql',
    'CREATE TABLE IF NOT EXISTS b (x UInt8) ENGINE = MergeTree ORDER BY x;\nSELECT nonsense;',
  )
  await expect(migrateClickHouse(store, temp)).rejects.toThrow(
    /^Migration 0003-broken of the property store failed: .*nonsense/,
  )
  await write('0003-broken.sql', 'CREATE TABLE IF NOT EXISTS b (x UInt8) ENGINE = MergeTree ORDER BY x;')
  expect(await migrateClickHouse(store, temp)).toEqual(['0003-broken'])
  await write('0003-broken.sql', 'SELECT 1;')
  await expect(migrateClickHouse(store, temp)).rejects.toThrow(
    'Migration 0003-broken was edited after it had been applied',
  )
})
