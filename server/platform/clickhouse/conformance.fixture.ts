import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClickHouse } from './client.ts'
import { testConcurrentReads } from './concurrent-reads.fixture.ts'
import { OverLimitError } from './errors.ts'

const hostileStrings = [
  `it's`,
  `"double" \`back\``,
  `back\\slash \\n \\' \\\\`,
  'tab\tnewline\nreturn\rend',
  '\u0000nul',
  'Ñandú 東京 🏡 e\u0301',
  `'; DROP TABLE canary; --`,
  `' OR 1=1 --`,
  `{other:String}`,
  `]) OR 1`,
  '\\N',
  'NULL',
  '',
  ' ',
]

/** Behavior required of every implementation of the property store, tested against a real engine. */
export function testConformance(open: () => Promise<{ store: ClickHouse; close: () => Promise<void> }>) {
  let store: ClickHouse
  let closeStore: () => Promise<void>
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dooryard-conformance-'))
    const opened = await open()
    store = opened.store
    closeStore = opened.close
    await store.run(
      'CREATE TABLE canary (id UInt64, name Nullable(String), on_day Nullable(Date)) ENGINE = MergeTree ORDER BY id',
    )
    await store.run('INSERT INTO canary (id, name) VALUES (1, {name:String})', { name: 'yellow' })
  })
  afterAll(async () => {
    await closeStore()
    await rm(folder, { recursive: true, force: true })
  })

  const one = async (sql: string, params?: Parameters<ClickHouse['rows']>[1]) => (await store.rows(sql, params))[0]

  describe('values', () => {
    test('64-bit integers are strings, alone and in arrays, and smaller numbers are numbers', async () => {
      expect(
        await one('SELECT toUInt64(18446744073709551615) AS u, toInt64(-5) AS i, [toUInt64(7)] AS a, toUInt32(7) AS n'),
      ).toEqual({
        u: '18446744073709551615',
        i: '-5',
        a: ['7'],
        n: 7,
      })
    })

    test('null is null, a date is its day, an instant is in UTC, and NaN is null', async () => {
      expect(
        await one(
          `SELECT NULL AS nothing, toDate('2024-02-29') AS day, toDateTime('2024-02-29 10:00:00') AS at, nan AS odd`,
        ),
      ).toEqual({
        nothing: null,
        day: '2024-02-29',
        at: '2024-02-29 10:00:00',
        odd: null,
      })
      expect(await one('SELECT timezone() AS zone, toString(toDateTime(0)) AS epoch')).toMatchObject({
        epoch: '1970-01-01 00:00:00',
      })
    })

    test('no rows are an empty list', async () => {
      expect(await store.rows('SELECT 1 AS x WHERE 0')).toEqual([])
    })
  })

  describe('parameters', () => {
    test('any text is returned unchanged, alone and in a list', async () => {
      for (const text of hostileStrings) expect(await one('SELECT {text:String} AS text', { text })).toEqual({ text })
      expect(await one('SELECT {texts:Array(String)} AS texts', { texts: hostileStrings })).toEqual({
        texts: hostileStrings,
      })
    })

    test('numbers, booleans, 64-bit integers and their lists keep their values', async () => {
      const params = {
        f: 1.5,
        n: -3,
        b: true,
        u: '18446744073709551615',
        us: ['1', '18446744073709551615'],
        ns: [1, 2],
      }
      expect(
        await one(
          'SELECT {f:Float64} AS f, {n:Int32} AS n, {b:Bool} AS b, {u:UInt64} AS u, {us:Array(String)} AS us, {ns:Array(UInt16)} AS ns',
          params,
        ),
      ).toEqual(params)
    })

    test('text that looks like SQL stays data', async () => {
      for (const text of hostileStrings)
        expect(await store.rows('SELECT id FROM canary WHERE name = {text:String}', { text })).toEqual([])
      expect(
        await store.rows('SELECT id FROM canary WHERE name IN {texts:Array(String)}', { texts: hostileStrings }),
      ).toEqual([])
      expect(await one('SELECT count() AS n FROM canary')).toEqual({ n: '1' })
    })

    test('text where a number belongs is refused', async () => {
      await expect(store.rows('SELECT id FROM canary WHERE id = {id:UInt64}', { id: '1 OR 1=1' })).rejects.toThrow()
    })

    test('a missing parameter is refused rather than taken from an earlier query, and so is an extra one', async () => {
      await store.rows('SELECT {left:String} AS x', { left: 'earlier' })
      await expect(store.rows('SELECT {left:String} AS x')).rejects.toThrow('The query needs the parameter left.')
      await expect(store.rows('SELECT 1', { extra: 1 })).rejects.toThrow('The query has no parameter extra.')
    })
  })

  test('a parameter of fifty thousand ids is one parameter', async () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => String(18_000_000_000_000_000_000n + BigInt(index)))
    const sql =
      "SELECT count() AS n FROM numbers(10) WHERE 18000000000000000000 + number IN cast({ids:Array(String)}, 'Array(UInt64)')"
    expect(await store.rows(sql, { ids })).toEqual([{ n: '10' }])
  })

  describe('limits', () => {
    test('a query with too many rows, too much time or too much memory is stopped, and the limit is named', async () => {
      const over = (sql: string, limits: Parameters<ClickHouse['rows']>[2]) =>
        store.rows(sql, {}, limits).catch((error) => error)
      const rows = await over('SELECT number FROM numbers(1000)', { resultRows: 10 })
      const time = await over('SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 3', {
        seconds: 0.2,
      })
      const memory = await over('SELECT length(groupArray(number)) FROM numbers(50000000)', { memoryBytes: 20_000_000 })
      for (const error of [rows, time, memory]) expect(error).toBeInstanceOf(OverLimitError)
      for (const error of [rows, time, memory]) expect(error.code).toBe('UNPROCESSABLE')
      expect([rows.limit, time.limit, memory.limit]).toEqual(['rows', 'time', 'memory'])
    })

    test('a heavy query, which leaves the processor to others, may take longer', async () => {
      const getSeconds = async (options: Parameters<ClickHouse['rows']>[2]) =>
        Number((await store.rows<{ seconds: number }>(secondsSql, {}, options))[0]?.seconds)
      const secondsSql = "SELECT getSetting('max_execution_time') AS seconds"
      const light = await getSeconds({})
      expect(light).toBeGreaterThan(0)
      expect(await getSeconds({ isHeavy: true })).toBeGreaterThan(2 * light)
      expect(await getSeconds({ isHeavy: true, seconds: 3 })).toBeLessThanOrEqual(3)
    })

    test('the limits of one query do not apply to the next', async () => {
      await expect(store.rows('SELECT number FROM numbers(20)', {}, { resultRows: 10 })).rejects.toThrow(OverLimitError)
      const all = Array.from({ length: 8 }, () => store.rows('SELECT number FROM numbers(20)'))
      for (const rows of await Promise.all(all)) expect(rows).toHaveLength(20)
    })
  })

  describe('writing', () => {
    test('the read path refuses to write, to define and to lift its own guard', async () => {
      for (const sql of [
        'INSERT INTO canary (id) VALUES (2)',
        'DROP TABLE canary',
        'CREATE TABLE t (a Int8) ENGINE = Memory',
      ])
        await expect(store.rows(sql)).rejects.toThrow(/in readonly mode/)
      await expect(store.rows('SET readonly = 0')).rejects.toThrow()
      expect(await one('SELECT count() AS n FROM canary')).toEqual({ n: '1' })
    })

    test('a file loads into the columns named, and the others keep their defaults', async () => {
      await store.run(`CREATE TABLE loaded (id UInt64, name Nullable(String), tags Array(String), on_day Nullable(Date), source String DEFAULT 'roll')
        ENGINE = MergeTree ORDER BY id`)
      const file = join(folder, `rows 'quoted'.tsv`)
      await writeFile(file, `Ada\\tLovelace\t18446744073709551615\t['a','it\\'s']\t2024-02-29\n\\N\t2\t[]\t\\N\n`)
      await store.insertFile('loaded', ['name', 'id', 'tags', 'on_day'], file, 'TabSeparated')
      expect(await store.rows('SELECT * FROM loaded ORDER BY id')).toEqual([
        { id: '2', name: null, tags: [], on_day: null, source: 'roll' },
        {
          id: '18446744073709551615',
          name: 'Ada\tLovelace',
          tags: ['a', "it's"],
          on_day: '2024-02-29',
          source: 'roll',
        },
      ])
    })

    test('a file of Native column batches loads whole, also into a column of another type', async () => {
      await store.run('CREATE TABLE blocks (id UInt64) ENGINE = MergeTree ORDER BY id')
      const file = join(folder, 'blocks.native')
      // One column and two rows: name and type, each preceded by its length, then the values.
      const block = (first: number, second: number) =>
        Buffer.concat([Buffer.from('\x01\x02\x02id\x06UInt16'), Buffer.from(Uint16Array.of(first, second).buffer)])
      await writeFile(file, Buffer.concat([block(1, 2), block(3, 65_535)]))
      await store.insertFile('blocks', ['id'], file, 'Native')
      expect(await store.rows('SELECT id FROM blocks ORDER BY id')).toEqual(
        ['1', '2', '3', '65535'].map((id) => ({ id })),
      )
    })

    test('a file that does not fit the table is an error and loads nothing', async () => {
      await store.run('CREATE TABLE strict (id UInt64) ENGINE = MergeTree ORDER BY id')
      const file = join(folder, 'wrong.tsv')
      await writeFile(file, '1\nnot a number\n')
      await expect(store.insertFile('strict', ['id'], file, 'TabSeparated')).rejects.toThrow()
      await expect(store.insertFile('strict', ['id'], join(folder, 'missing.tsv'), 'TabSeparated')).rejects.toThrow()
      expect(await store.rows('SELECT * FROM strict')).toEqual([])
    })
  })

  testConcurrentReads(() => store)

  test('many queries at once each get their own answer', async () => {
    const ids = Array.from({ length: 40 }, (_, id) => id)
    const answers = ids.map((id) => one('SELECT {id:UInt32} AS id, sleepEachRow(0.01) AS slept', { id }))
    expect(await Promise.all(answers)).toEqual(ids.map((id) => ({ id, slept: 0 })))
  })

  test('a failed query leaves its connection usable', async () => {
    for (let n = 0; n < 10; n += 1) await expect(store.rows('SELECT nonsense')).rejects.toThrow(/nonsense/)
    expect(await store.ping()).toBe(true)
    expect(await one('SELECT 1 AS x')).toEqual({ x: 1 })
  })
}
