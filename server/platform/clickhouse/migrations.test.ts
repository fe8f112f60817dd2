import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from './client.ts'
import { openEmbeddedClickHouse } from './embedded.ts'
import { migrateClickHouse } from './migrate.ts'

let temp: string
let store: ClickHouse
afterAll(async () => {
  await store.close()
  await rm(temp, { recursive: true })
})

const migrations = join(import.meta.dirname, 'migrations')

const add = (id: number) =>
  store.run(`insert into properties (source, property_id, state, county_fips, zip, lat, lng, owner_key, owner_names, year_built,
      estimated_value, last_sale_date, signals)
    values ('county', ${id}, 'TN', '47037', '3720${id}', 36.${id}, -86.7, ${id}, ['TESTWELL ADA'], 1960 + ${id}, null, '1999-12-3${id}',
      4294967295)`)

// A store with rows as of the second migration, to which all others were then applied.
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'dooryard-scan-speed-'))
  store = await openEmbeddedClickHouse(join(temp, 'store'))
  const before = join(temp, 'before')
  await mkdir(before)
  for (const file of ['0001-properties.sql', '0002-sales.sql'])
    await copyFile(join(migrations, file), join(before, file))
  await migrateClickHouse(store, before)
  await add(0)
  await store.run(`insert into transfers (source, property_id, state, county_fips, recorded_on, price, buyer, buyer_key)
    values ('county', 1, 'TN', '47037', '2024-05-02', 200000, 'TESTWELL ADA', 7),
      ('county', 1, 'TN', '47037', '2025-06-03', 300000, 'SAMPLER BO', 8)`)
  expect(await migrateClickHouse(store)).toContain('0003-scan-speed')
})

test('rows from before a change of column storage are found with later ones, also after both are merged', async () => {
  await add(1)
  const found = () =>
    store.rows(`select property_id, zip, lat, year_built, estimated_value, last_sale_date, signals, owner_words from properties
      where lat between 36 and 36.5 and zip in ['37200', '37201'] and owner_key in [0, 1] order by property_id`)
  const expected = [0, 1].map((id) => ({
    property_id: String(id),
    zip: `3720${id}`,
    lat: Number(`36.${id}`),
    year_built: 1960 + id,
    estimated_value: null,
    last_sale_date: `1999-12-3${id}`,
    signals: 4_294_967_295,
    owner_words: ' TESTWELL ADA',
  }))
  expect(await found()).toEqual(expected)
  await store.run('optimize table properties final')
  expect(await found()).toEqual(expected)
})

test('deeds stored before are combined into sales', async () => {
  expect(
    await store.rows(
      'select recorded_on, price, buyer_key, resold_on, source, told_on from sales order by recorded_on',
    ),
  ).toEqual([
    {
      ...{ recorded_on: '2024-05-02', price: 200_000, buyer_key: '7', resold_on: '2025-06-03' },
      ...{ source: 'county', told_on: '2024-05-02' },
    },
    {
      ...{ recorded_on: '2025-06-03', price: 300_000, buyer_key: '8', resold_on: null },
      ...{ source: 'county', told_on: '2025-06-03' },
    },
  ])
})

test('rows stored before are counted by location once they are partitioned by region', async () => {
  expect(
    await store.rows('select state, zip, properties, south, north, west, east from place_counts order by zip'),
  ).toEqual([
    { state: 'TN', zip: '', properties: '0', south: null, north: null, west: null, east: null },
    { state: 'TN', zip: '37200', properties: '1', south: 36, north: 36, west: -86.7, east: -86.7 },
  ])
  expect(
    await store.rows(
      "select distinct partition from system.parts where active and table in ('properties', 'place_counts')",
    ),
  ).toEqual([{ partition: '4' }])
})
