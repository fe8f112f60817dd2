import { describe, expect, test } from 'vitest'
import { rounds } from '../../test/rounds.ts'
import type { ClickHouse } from './client.ts'

/** What every implementation of the property store must do for reads that come at once, or that nobody waits for. */
export function readsTogether(store: () => ClickHouse) {
  const rows: ClickHouse['rows'] = (...read) => store().rows(...read)

  // Longer than any test takes: the store does not end it by itself.
  const seconds = 600
  const gone = new Error('gone')

  /** A read that ends only when it is stopped. Each test has one of its own, for the store takes a moment to stop it. */
  function endlessRead(hash: number) {
    const isNever = `sipHash64(number) = ${hash}`
    const runningNow = async () => {
      const mine = `position(query, '${isNever}') > 0 AND position(query, 'processes') = 0`
      return (await rows(`SELECT 1 FROM system.processes WHERE ${mine}`)).length
    }
    return { sql: `SELECT count() FROM numbers(1000000000000) WHERE ${isNever}`, runningNow }
  }

  describe('reads that nobody waits for', () => {
    test('one that runs is stopped, the store is idle then, and the next is not harmed', async () => {
      const { sql, runningNow } = endlessRead(1)
      const controller = new AbortController()
      const read = rows(sql, {}, { signal: controller.signal, seconds }).catch((error) => error)
      await expect.poll(runningNow, { interval: 5 }).toBe(1)
      controller.abort(gone)
      expect(await read).toBe(gone)
      await expect.poll(runningNow, { interval: 5 }).toBe(0)
      const next = Array.from({ length: 8 }, () => rows('SELECT sleepEachRow(0.02) AS slept'))
      for (const slept of await Promise.all(next)) expect(slept).toEqual([{ slept: 0 }])
    })

    test('what one that is stopped has found so far is in the answer of no other', async () => {
      const long = 'SELECT number, repeat(toString(number), 20) AS text FROM numbers(300000)'
      const stopped = () => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(gone), 20)
        return rows(long, {}, { signal: controller.signal, resultRows: 1_000_000 }).catch((error) => error)
      }
      for (let turn = 0; turn < rounds(1, 4); turn++) {
        await Promise.all(Array.from({ length: 6 }, stopped))
        const next = await Promise.all(Array.from({ length: 12 }, (_, at) => rows(`SELECT ${at} AS x`)))
        expect(next).toEqual(next.map((_, at) => [{ x: at }]))
      }
    })

    test('one aborted as it begins is stopped too, and one aborted before is never run', async () => {
      const { sql, runningNow } = endlessRead(2)
      const controller = new AbortController()
      const read = rows(sql, {}, { signal: controller.signal, seconds }).catch((error) => error)
      controller.abort(gone)
      expect(await read).toBe(gone)
      await expect(rows(sql, {}, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
      // The store lists a read that has ended until its connection is closed, which is some milliseconds later.
      await expect.poll(runningNow, { interval: 5 }).toBe(0)
    })

    test('one that is given up takes nothing from a long one that comes after it', async () => {
      const six = <Answer>(read: () => Answer) => Promise.all(Array.from({ length: 6 }, read))
      // So that there are connections to use again.
      await six(() => rows('SELECT 1'))
      const controller = new AbortController()
      const given = six(() => rows('SELECT 1', {}, { signal: controller.signal }).catch((error) => error))
      controller.abort(gone)
      expect(await given).toEqual(Array(6).fill(gone))
      for (const slept of await six(() => rows('SELECT sleepEachRow(0.3) AS slept')))
        expect(slept).toEqual([{ slept: 0 }])
    })

    test('one that waits is dropped at once, while those before it go on', async () => {
      const controller = new AbortController()
      let ended = 0
      const first = Array.from({ length: 20 }, () => rows('SELECT sleepEachRow(0.2) AS slept'))
      for (const one of first) void one.finally(() => (ended += 1))
      const read = rows('SELECT 1', {}, { signal: controller.signal }).catch((error) => error)
      controller.abort(gone)
      expect(await read).toBe(gone)
      expect(ended).toBe(0)
      for (const slept of await Promise.all(first)) expect(slept).toEqual([{ slept: 0 }])
    })
  })

  describe('many reads at once', () => {
    const slow = 'SELECT sleepEachRow(0.3) AS slept'

    test('heavy ones hold up no light one', async () => {
      const { sql } = endlessRead(3)
      const controller = new AbortController()
      const options = { isHeavy: true, signal: controller.signal, seconds }
      const heavy = Array.from({ length: 6 }, () => rows(sql, {}, options).catch((error) => error))
      expect(await rows('SELECT 1 AS x')).toEqual([{ x: 1 }])
      controller.abort(gone)
      for (const one of await Promise.all(heavy)) expect(one).toBe(gone)
    })

    test('beyond those that may wait, one is asked to come again, and the others are answered', async () => {
      const asked = Array.from({ length: 120 }, () => rows('SELECT sleepEachRow(0.01) AS slept'))
      const answers = await Promise.allSettled(asked)
      const refused = answers.filter((answer) => answer.status === 'rejected')
      expect(refused.length).toBeGreaterThan(0)
      for (const { reason } of refused) {
        expect(reason.code).toBe('UNAVAILABLE')
        expect(reason.message).toBe('Too many searches are running. Please try again in a moment.')
      }
      expect(answers.length - refused.length).toBeGreaterThanOrEqual(64)
      expect(await store().ping()).toBe(true)
    })

    test('the time that one waits counts as time that it takes', async () => {
      const controller = new AbortController()
      const others = Array.from({ length: 20 }, () => rows(slow, {}, { signal: controller.signal }).catch(() => 0))
      await expect(rows('SELECT 1', {}, { seconds: 0.1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      controller.abort()
      await Promise.all(others)
    })
  })
}
