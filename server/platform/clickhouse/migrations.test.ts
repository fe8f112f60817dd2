import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openEmbeddedClickHouse } from './embedded.ts'
import { migrateClickHouse } from './migrate.ts'

const temp = await mkdtemp(join(tmpdir(), 'dooryard-scan-speed-'))
const store = await openEmbeddedClickHouse(join(temp, 'store'))
afterAll(async () => {
  await store.close()
  await rm(temp, { recursive: true })
})

const migrations = join(import.meta.dirname, 'migrations')

test('rows from before columns were stored otherwise are found with those from after, also once both are merged', async () => {
  const before = join(temp, 'before')
  await mkdir(before)
  for (const file of ['0001-properties.sql', '0002-sales.sql'])
    await copyFile(join(migrations, file), join(before, file))
  await migrateClickHouse(store, before)
  const add = (id: number) =>
    store.run(`insert into properties (source, property_id, state, county_fips, zip, lat, lng, owner_key, owner_names, year_built,
        estimated_value, last_sale_date, signals)
      values ('county', ${id}, 'TN', '47037', '3720${id}', 36.${id}, -86.7, ${id}, ['TESTWELL ADA'], 1960 + ${id}, null, '1999-12-3${id}',
        4294967295)`)
  await add(0)
  expect(await migrateClickHouse(store)).toContain('0003-scan-speed')
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

test('where the rows from before lie is counted once they are parted by region', async () => {
  expect(await store.rows('select state, zip, properties, south, north, west, east from place_counts')).toEqual([
    { state: 'TN', zip: '37200', properties: '1', south: 36, north: 36, west: -86.7, east: -86.7 },
  ])
  expect(
    await store.rows(
      "select distinct partition from system.parts where active and table in ('properties', 'place_counts')",
    ),
  ).toEqual([{ partition: '4' }])
})
