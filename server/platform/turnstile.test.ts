import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectionPool } from './clickhouse/connection-pool.ts'
import { turnstile } from './turnstile.ts'

const never = new Promise<never>(() => undefined)

test('work goes in the order it came, so many at a time, and heavy work never takes every place', async () => {
  const turns = turnstile({ size: 2, heavy: 1, waiting: 10 }, 'Come again.')
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (name: string, isHeavy = false) =>
    turns.pass({ isHeavy }, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [pass('heavy 1', true), pass('heavy 2', true), pass('light 1'), pass('light 2')]
  expect(begun).toEqual(['heavy 1', 'light 1'])
  ends.get('light 1')?.()
  await expect.poll(() => begun).toEqual(['heavy 1', 'light 1', 'light 2'])
  ends.get('heavy 1')?.()
  await expect.poll(() => begun).toEqual(['heavy 1', 'light 1', 'light 2', 'heavy 2'])
  ends.get('light 2')?.()
  ends.get('heavy 2')?.()
  await Promise.all(all)
})

test('work that fails leaves its place to the next', async () => {
  const turns = turnstile({ size: 1, heavy: 0, waiting: 10 }, 'Come again.')
  const failing = turns.pass({}, async () => {
    throw new Error('out of order')
  })
  const next = turns.pass({}, async () => 'done')
  await expect(failing).rejects.toThrow('out of order')
  expect(await next).toBe('done')
})

test('a place given up is waited for by nobody: the one behind moves up', async () => {
  const turns = turnstile({ size: 1, heavy: 0, waiting: 1 }, 'Come again.')
  void turns.pass({}, () => never)
  const controller = new AbortController()
  const gone = new Error('gone')
  const waiting = turns.pass({ signal: controller.signal }, async () => 'done')
  controller.abort(gone)
  await expect(waiting).rejects.toBe(gone)
  const another = turns.pass({ seconds: 0.02 }, async () => 'done')
  await expect(turns.pass({}, async () => 'done')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Come again.',
  })
  await expect(another).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Come again.' })
})

test('the patient never take the last room of the heavy, and get their turn all the same', async () => {
  const turns = turnstile({ size: 6, heavy: 2, waiting: 10 }, 'Come again.')
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const pass = (name: string, isPatient: boolean) =>
    turns.pass({ isHeavy: true, isPatient }, () => {
      inside.push(name)
      return new Promise<void>((resolve) => leave.set(name, resolve))
    })
  const passed = [pass('map', true), pass('facets', true), pass('count', false), pass('another count', false)]
  await setImmediate()
  expect(inside).toEqual(['map', 'count'])
  leave.get('count')?.()
  await setImmediate()
  // The facets came before it, but their room is taken.
  expect(inside).toEqual(['map', 'count', 'another count'])
  leave.get('map')?.()
  await setImmediate()
  expect(inside).toEqual(['map', 'count', 'another count', 'facets'])
  for (const go of leave.values()) go()
  await Promise.all(passed)
})

test('the patient that wait take no room to wait from those that are waited for more', async () => {
  const turns = turnstile({ size: 6, heavy: 2, waiting: 3 }, 'Come again.')
  const map = () => turns.pass({ isHeavy: true, isPatient: true }, () => never)
  for (let at = 0; at < 4; at++) void map()
  void turns.pass({ isHeavy: true }, () => never)
  const controller = new AbortController()
  const count = turns.pass({ isHeavy: true, signal: controller.signal }, async () => 'done')
  await expect(map()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  controller.abort(new Error('it waited'))
  await expect(count).rejects.toThrow('it waited')
})

test('where the heavy have one place, it goes to the patient when none of the others waits', async () => {
  const turns = turnstile({ size: 2, heavy: 1, waiting: 10 }, 'Come again.')
  const inside: string[] = []
  const leave = new Map<string, () => void>()
  const pass = (name: string, isPatient: boolean) =>
    turns.pass({ isHeavy: true, isPatient }, () => {
      inside.push(name)
      return new Promise<void>((resolve) => leave.set(name, resolve))
    })
  const passed = [pass('map', true), pass('facets', true), pass('count', false)]
  leave.get('map')?.()
  await setImmediate()
  expect(inside).toEqual(['map', 'count'])
  leave.get('count')?.()
  await setImmediate()
  expect(inside).toEqual(['map', 'count', 'facets'])
  leave.get('facets')?.()
  await Promise.all(passed)
})

test('a connection that does not open fails its own query, and the next that waits tries again', async () => {
  let attempts = 0
  const open = () => {
    attempts += 1
    if (attempts === 1) throw new Error('no connection')
    return { close: () => undefined }
  }
  const pool = connectionPool({ size: 1, heavy: 0, waiting: 10 }, open, async () => undefined)
  const uses = await Promise.allSettled([pool.use(async () => 'first'), pool.use(async () => 'second')])
  expect(uses).toMatchObject([
    { status: 'rejected', reason: { message: 'no connection' } },
    { status: 'fulfilled', value: 'second' },
  ])
  await pool.close()
})
