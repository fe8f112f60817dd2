import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { inTransaction } from './database.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

describe('values', () => {
  const read = async (expression: string) => (await pool.query(`select ${expression} as value`)).rows[0].value

  test('a 64-bit integer is a number, alone and in an array', async () => {
    expect(await read('9007199254740991::int8')).toBe(9007199254740991)
    expect(await read('array[1, null, -2]::int8[]')).toEqual([1, null, -2])
  })

  test('a 64-bit integer that a number cannot hold is refused rather than rounded', async () => {
    await expect(read('9007199254740993::int8')).rejects.toThrow(
      '9007199254740993 is too large to be read as a number.',
    )
  })

  test('a date and an exact number are text, an instant is a Date', async () => {
    expect(await read(`'2024-02-29'::date`)).toBe('2024-02-29')
    expect(await read(`array['2024-02-29', null]::date[]`)).toEqual(['2024-02-29', null])
    expect(await read('12.50::numeric')).toBe('12.50')
    expect(await read(`'2024-01-02T03:04:05Z'::timestamptz`)).toEqual(new Date('2024-01-02T03:04:05Z'))
  })

  test('columns are camelCase, and keys inside JSON stay unchanged', async () => {
    const { rows } = await sql`select 1 as owner_key, '{"a_b": {"c_d": 1}}'::jsonb as some_json`.execute(db)
    expect(rows).toEqual([{ ownerKey: 1, someJson: { a_b: { c_d: 1 } } }])
  })
})

describe('a transaction', () => {
  const count = async () => (await sql<{ n: number }>`select count(*) as n from notes`.execute(db)).rows[0]?.n
  const note = (on: typeof db, text: string) => sql`insert into notes values (${text})`.execute(on)

  test('commits all of it or nothing, together with what joins it', async () => {
    await sql`create table notes (text text)`.execute(db)
    await inTransaction({ db }, async (outer) => {
      await note(outer.db, 'one')
      await inTransaction(outer, ({ db }) => note(db, 'two'))
    })
    expect(await count()).toBe(2)

    const failing = inTransaction({ db }, async (outer) => {
      await inTransaction(outer, ({ db }) => note(db, 'three'))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await count()).toBe(2)
  })

  test('passes on the rest of the context', async () => {
    expect(await inTransaction({ db, actor: 'ada' }, async ({ actor }) => actor)).toBe('ada')
  })
})
