import { describe, expect, test } from 'vitest'
import { scaleForTorture } from '../../test/torture.ts'
import type { ClickHouse } from './client.ts'

/** Behavior required of every implementation of the property store for concurrent and abandoned reads. */
export function testConcurrentReads(store: () => ClickHouse) {
  const rows: ClickHouse['rows'] = (...read) => store().rows(...read)

  // Longer than any test takes, so the store never ends the read by itself.
  const seconds = 600
  const gone = new Error('gone')

  /** A read that ends only when it is stopped. Each test uses its own, since the store takes a moment to stop it. */
  function endlessRead(hash: number) {
    const isNever = `sipHash64(number) = ${hash}`
    const runningNow = async () => {
      const mine = `position(query, '${isNever}') > 0 AND position(query, 'processes') = 0`
      return (await rows(`SELECT 1 FROM system.processes WHERE ${mine}`)).length
    }
    return { sql: `SELECT count() FROM numbers(1000000000000) WHERE ${isNever}`, runningNow }
  }

  describe('abandoned reads', () => {
    test('a running read is stopped, the store is idle then, and the next read is unaffected', async () => {
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

    test('a stopped read leaves no partial output in any other answer', async () => {
      const long = 'SELECT number, repeat(toString(number), 20) AS text FROM numbers(300000)'
      const stopped = () => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(gone), 20)
        return rows(long, {}, { signal: controller.signal, resultRows: 1_000_000 }).catch((error) => error)
      }
      for (let turn = 0; turn < scaleForTorture(1, 4); turn++) {
        await Promise.all(Array.from({ length: 6 }, stopped))
        const next = await Promise.all(Array.from({ length: 12 }, (_, at) => rows(`SELECT ${at} AS x`)))
        expect(next).toEqual(next.map((_, at) => [{ x: at }]))
      }
    })

    test('a read aborted as it begins is stopped too, and one aborted before never runs', async () => {
      const { sql, runningNow } = endlessRead(2)
      const controller = new AbortController()
      const read = rows(sql, {}, { signal: controller.signal, seconds }).catch((error) => error)
      controller.abort(gone)
      expect(await read).toBe(gone)
      await expect(rows(sql, {}, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
      // The store lists a finished read until its connection is closed, some milliseconds later.
      await expect.poll(runningNow, { interval: 5 }).toBe(0)
    })

    test('an abandoned read takes nothing from a long one that follows', async () => {
      const six = <Answer>(read: () => Answer) => Promise.all(Array.from({ length: 6 }, read))
      // Opens connections that can be reused.
      await six(() => rows('SELECT 1'))
      const controller = new AbortController()
      const settled = six(() => rows('SELECT 1', {}, { signal: controller.signal }).catch((error) => error))
      controller.abort(gone)
      expect(await settled).toEqual(Array(6).fill(gone))
      for (const slept of await six(() => rows('SELECT sleepEachRow(0.3) AS slept')))
        expect(slept).toEqual([{ slept: 0 }])
    })

    test('a waiting read is dropped at once, while earlier ones continue', async () => {
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

  describe('concurrent reads', () => {
    const slow = 'SELECT sleepEachRow(0.3) AS slept'

    test('heavy reads do not delay light ones', async () => {
      const { sql } = endlessRead(3)
      const controller = new AbortController()
      const options = { isHeavy: true, signal: controller.signal, seconds }
      const heavy = Array.from({ length: 6 }, () => rows(sql, {}, options).catch((error) => error))
      expect(await rows('SELECT 1 AS x')).toEqual([{ x: 1 }])
      controller.abort(gone)
      for (const one of await Promise.all(heavy)) expect(one).toBe(gone)
    })

    test('reads beyond the waiting limit are refused as busy, and the others are answered', async () => {
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

    test('the time a read waits counts toward its time limit', async () => {
      const controller = new AbortController()
      const others = Array.from({ length: 20 }, () => rows(slow, {}, { signal: controller.signal }).catch(() => 0))
      await expect(rows('SELECT 1', {}, { seconds: 0.1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      controller.abort()
      await Promise.all(others)
    })
  })
}
