import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, waitForLockContention } from '../../test/stores/database.ts'
import { migrate } from './migrate.ts'

const { db, pool, close } = await testDatabase()
const folders: string[] = []
afterAll(async () => {
  await close()
  for (const folder of folders) await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})

async function createFolder(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

const first = { '0001-things.sql': 'create table things (id int);\ninsert into things values (1);\n' }
const second = { '0002-more.sql': 'alter table things add column name text;' }

test('migrations run once, in order, and new ones after', async () => {
  expect(await migrate(pool, { folder: await createFolder(first) })).toEqual(['0001-things'])
  expect(await migrate(pool, { folder: await createFolder({ ...first, ...second }) })).toEqual(['0002-more'])
  expect(await migrate(pool, { folder: await createFolder({ ...first, ...second }) })).toEqual([])
  expect((await pool.query('select * from things')).rows).toEqual([{ id: 1, name: null }])
})

test('processes that start together apply each migration once', async () => {
  const folder = await createFolder({ ...first, ...second })
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, { folder })))
  expect(applied.flat().toSorted()).toEqual(['0001-things', '0002-more'])
})

test('a migration that a deadlock aborts runs again', async () => {
  await migrate(pool, { folder: await createFolder({ '0001-two.sql': 'create table a (); create table b ();' }) })
  const lockBoth = {
    '0001-two.sql': 'create table a (); create table b ();',
    '0002-lock.sql': 'lock table a; lock table b;',
  }
  const folder = await createFolder(lockBoth)
  const other = await pool.connect()
  try {
    // The other session never gives way, so the deadlock aborts the migration.
    await other.query(`set deadlock_timeout = '1min'`)
    await other.query('begin; lock table b')
    const applied = migrate(pool, { folder })
    await waitForLockContention(db)
    await other.query('lock table a')
    await other.query('commit')
    expect(await applied).toEqual(['0002-lock'])
  } finally {
    other.release(true)
  }
})

test('a failing migration changes nothing, and is named', async () => {
  const folder = await createFolder({ ...first, '0002-broken.sql': 'create table half (id int); select nonsense;' })
  await expect(migrate(pool, { folder })).rejects.toThrow(
    'Migration 0002-broken failed and changed nothing: column "nonsense" does not exist.',
  )
  expect((await pool.query(`select to_regclass('half') as half, to_regclass('things')::text as things`)).rows).toEqual([
    { half: null, things: 'things' },
  ])
})

test('an edited, a missing and a late migration are refused; changed line ends are no edit', async () => {
  await migrate(pool, { folder: await createFolder({ ...first, ...second }) })
  const edited = { '0001-things.sql': 'create table things (id bigint);' }
  await expect(migrate(pool, { folder: await createFolder({ ...edited, ...second }) })).rejects.toThrow(
    'Migration 0001-things was edited after it had been applied: restore it and add a new one instead.',
  )
  await expect(migrate(pool, { folder: await createFolder(first) })).rejects.toThrow(
    'The store has migration 0002-more, which this version does not know: start a newer version.',
  )
  await expect(
    migrate(pool, { folder: await createFolder({ ...first, ...second, '0001-a-late-one.sql': '' }) }),
  ).rejects.toThrow('The migrations 0001-a-late-one.sql and 0001-things.sql have the same number.')
  const crlf = Object.fromEntries(Object.entries(first).map(([name, sql]) => [name, sql.replaceAll('\n', '\r\n')]))
  expect(await migrate(pool, { folder: await createFolder({ ...crlf, ...second }) })).toEqual([])
})

test('a migration numbered below the last one applied is refused', async () => {
  const third = { '0003-later.sql': 'select 1' }
  await migrate(pool, { folder: await createFolder({ ...first, ...third }) })
  await expect(migrate(pool, { folder: await createFolder({ ...first, ...second, ...third }) })).rejects.toThrow(
    'Migration 0002-more comes before 0003-later, which is already applied: number it higher.',
  )
})
