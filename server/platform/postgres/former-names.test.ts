import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { migrate } from './migrate.ts'

const { pool, close } = await testDatabase()
afterAll(close)

type Column = { table: string; former: string; standard: string; type: string }

/** As the migrations comment on them. */
const columns = (
  await pool.query<Column>(`
    select relname as table, attname as former, substr(description, length('Former name of ') + 1) as standard,
      format_type(atttypid, null) as type
    from pg_description join pg_class on pg_class.oid = objoid and relkind = 'r'
      join pg_attribute on attrelid = objoid and attnum = objsubid
    where description like 'Former name of %' order by 1, 2`)
).rows

const views = (
  await pool.query<{ former: string; standard: string }>(`
    select relname as former, substr(description, length('Former name of ') + 1) as standard
    from pg_description join pg_class on pg_class.oid = objoid and relkind = 'v'
    where objsubid = 0 and description like 'Former name of %' order by 1`)
).rows

const at = ['2026-11-02T09:30:00.000Z', '2026-11-03T09:30:00.000Z']

/** Two values of each type, neither of which is a default. */
const samples: Record<string, readonly [unknown, unknown]> = {
  bigint: [7, 8],
  boolean: [true, true],
  bytea: [Buffer.from('one'), Buffer.from('two')],
  date: ['2026-11-02', '2026-11-03'],
  integer: [7, 8],
  jsonb: ['{"n": 1}', '{"n": 2}'],
  text: ['one', 'two'],
  'text[]': [['one'], ['two']],
  'timestamp with time zone': [new Date(at[0] ?? ''), new Date(at[1] ?? '')],
  uuid: ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'],
}

function getSample(type: string) {
  const sample = samples[type]
  if (!sample) throw new Error(`There is no sample of ${type}`)
  return sample
}

/** Rolled back, so that the table may be relieved of all that asks for other rows: what is looked at is this one column. */
async function relieved<T>(table: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await relieve(client, table)
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function relieve(client: PoolClient, table: string) {
  await client.query(`set constraints all immediate; delete from ${table}`)
  const { rows: constraints } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table],
  )
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
}

type Known = { name: string; type: string }

/** Those that a row has to say. */
const listRequiredColumns = async (client: PoolClient, table: string): Promise<Known[]> =>
  (
    await client.query<Known>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''`,
      [table],
    )
  ).rows

async function insert(client: PoolClient, into: string, row: Readonly<Record<string, unknown>>, ending = '') {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const values = names.length > 0 ? `(${names.join(', ')}) values (${places.join(', ')})` : 'default values'
  await client.query(`insert into ${into} ${values} ${ending}`, Object.values(row))
}

const firstRow = async (client: PoolClient, table: string): Promise<Record<string, unknown>> =>
  Object.fromEntries((await listRequiredColumns(client, table)).map(({ name, type }) => [name, getSample(type)[0]]))

describe.each(columns)('$former of $table', ({ table, former, standard, type }) => {
  const [first, second] = getSample(type)

  const readBothNames = async (client: PoolClient) => {
    const { rows } = await client.query({ text: `select ${former}, ${standard} from ${table}`, rowMode: 'array' })
    return rows[0]
  }

  test.each([former, standard])('is seen by the other name when %s is inserted or updated', (name) =>
    relieved(table, async (client) => {
      await insert(client, table, { ...(await firstRow(client, table)), [name]: first })
      expect(await readBothNames(client)).toEqual([first, first])
      await client.query(`update ${table} set ${name} = $1`, [second])
      expect(await readBothNames(client)).toEqual([second, second])
    }),
  )

  test.each([
    [former, standard],
    [standard, former],
  ])('what %s was set to, %s sets back to what an empty row has', (set, back) =>
    relieved(table, async (client) => {
      const row = await firstRow(client, table)
      await insert(client, table, row)
      const empty = await readBothNames(client)
      expect(empty?.[0]).toEqual(empty?.[1])
      await client.query(`update ${table} set ${set} = $1`, [first])
      await client.query(`update ${table} set ${back} = $1`, [empty?.[0]])
      expect(await readBothNames(client)).toEqual(empty)
    }),
  )
})

describe.each(views)('$former', ({ former, standard }) => {
  test('takes what its table does, and shows what it has', () =>
    relieved(standard, async (client) => {
      const row = await firstRow(client, standard)
      await insert(client, former, row)
      const both = async () =>
        Promise.all(
          [former, standard].map(async (name) =>
            (await client.query({ text: `select * from ${name}`, rowMode: 'array' })).rows.map(Object.values),
          ),
        )
      const [byFormer, byStandard] = await both()
      expect(byFormer).toHaveLength(1)
      expect(byFormer).toEqual(byStandard)
      await client.query(`select from ${former} for update skip locked`)
      await client.query(`delete from ${former}`)
      expect(await both()).toEqual([[], []])
    }))

  test('resolves conflicts by the keys of its table', () =>
    relieved(standard, async (client) => {
      const { rows: keys } = await client.query<{ names: string[] }>(
        `select array_agg(attname::text) as names from pg_index
           join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = $1::regclass and indisunique group by indexrelid having not bool_or(attidentity <> '')`,
        [standard],
      )
      const row = await firstRow(client, standard)
      const [name = ''] = Object.keys(row)
      for (const { names } of keys) {
        await client.query(`delete from ${standard}`)
        const ending = `on conflict (${names.join(', ')}) do update set ${name} = excluded.${name} returning *`
        for (let time = 0; time < 2; time++) await insert(client, former, row, ending)
        expect((await client.query(`select from ${standard}`)).rowCount).toBe(1)
      }
    }))
})

test('both names have what was there before', async () => {
  const all = join(import.meta.dirname, 'migrations')
  const before = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  try {
    for (const name of await readdir(all)) if (name < '0030') await copyFile(join(all, name), join(before, name))
    await pool.query('drop schema public cascade; create schema public')
    await migrate(pool, { folder: before })
    const client = await pool.connect()
    const tables = Map.groupBy(columns, ({ table }) => table)
    for (const [table, its] of tables) {
      await relieve(client, table)
      const row = await firstRow(client, table)
      await insert(client, table, {
        ...row,
        ...Object.fromEntries(its.map(({ former, type }) => [former, getSample(type)[0]])),
      })
    }
    client.release()
    await migrate(pool)
    for (const { table, former, standard, type } of columns) {
      const { rows } = await pool.query({ text: `select ${former}, ${standard} from ${table}`, rowMode: 'array' })
      expect({ table, former, rows }).toEqual({ table, former, rows: [[getSample(type)[0], getSample(type)[0]]] })
    }
  } finally {
    await rm(before, { recursive: true })
  }
})
