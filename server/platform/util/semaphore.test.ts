import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createConnectionPool } from '../clickhouse/connection-pool.ts'
import { createSemaphore } from './semaphore.ts'

const never = new Promise<never>(() => undefined)

test('work runs first in, first out up to the limit, and heavy work never takes every slot', async () => {
  const semaphore = createSemaphore({ size: 2, heavy: 1, waiting: 10 }, 'Come again.')
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (name: string, isHeavy = false) =>
    semaphore.pass({ isHeavy }, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [pass('heavy 1', true), pass('heavy 2', true), pass('light 1'), pass('light 2')]
  expect(started).toEqual(['heavy 1', 'light 1'])
  ends.get('light 1')?.()
  await expect.poll(() => started).toEqual(['heavy 1', 'light 1', 'light 2'])
  ends.get('heavy 1')?.()
  await expect.poll(() => started).toEqual(['heavy 1', 'light 1', 'light 2', 'heavy 2'])
  ends.get('light 2')?.()
  ends.get('heavy 2')?.()
  await Promise.all(all)
})

test('failed work frees its slot for the next', async () => {
  const semaphore = createSemaphore({ size: 1, heavy: 0, waiting: 10 }, 'Come again.')
  const failing = semaphore.pass({}, async () => {
    throw new Error('out of order')
  })
  const next = semaphore.pass({}, async () => 'done')
  await expect(failing).rejects.toThrow('out of order')
  expect(await next).toBe('done')
})

test('an aborted wait frees its place: the next one moves up', async () => {
  const semaphore = createSemaphore({ size: 1, heavy: 0, waiting: 1 }, 'Come again.')
  void semaphore.pass({}, () => never)
  const controller = new AbortController()
  const gone = new Error('gone')
  const waiting = semaphore.pass({ signal: controller.signal }, async () => 'done')
  controller.abort(gone)
  await expect(waiting).rejects.toBe(gone)
  const another = semaphore.pass({ seconds: 0.02 }, async () => 'done')
  await expect(semaphore.pass({}, async () => 'done')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Come again.',
  })
  await expect(another).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'Come again.' })
})

test('patient work never takes the last heavy slot, and still gets its turn', async () => {
  const semaphore = createSemaphore({ size: 6, heavy: 2, waiting: 10 }, 'Come again.')
  const running: string[] = []
  const leave = new Map<string, () => void>()
  const pass = (name: string, isPatient: boolean) =>
    semaphore.pass({ isHeavy: true, isPatient }, () => {
      running.push(name)
      return new Promise<void>((resolve) => leave.set(name, resolve))
    })
  const passed = [pass('map', true), pass('facets', true), pass('count', false), pass('another count', false)]
  await setImmediate()
  expect(running).toEqual(['map', 'count'])
  leave.get('count')?.()
  await setImmediate()
  // The facets came before it, but their room is taken.
  expect(running).toEqual(['map', 'count', 'another count'])
  leave.get('map')?.()
  await setImmediate()
  expect(running).toEqual(['map', 'count', 'another count', 'facets'])
  for (const go of leave.values()) go()
  await Promise.all(passed)
})

test('waiting patient work takes no waiting room from more urgent work', async () => {
  const semaphore = createSemaphore({ size: 6, heavy: 2, waiting: 3 }, 'Come again.')
  const map = () => semaphore.pass({ isHeavy: true, isPatient: true }, () => never)
  for (let at = 0; at < 4; at++) void map()
  void semaphore.pass({ isHeavy: true }, () => never)
  const controller = new AbortController()
  const count = semaphore.pass({ isHeavy: true, signal: controller.signal }, async () => 'done')
  await expect(map()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  controller.abort(new Error('it waited'))
  await expect(count).rejects.toThrow('it waited')
})

test('a single heavy slot goes to patient work when no other heavy work waits', async () => {
  const semaphore = createSemaphore({ size: 2, heavy: 1, waiting: 10 }, 'Come again.')
  const running: string[] = []
  const leave = new Map<string, () => void>()
  const pass = (name: string, isPatient: boolean) =>
    semaphore.pass({ isHeavy: true, isPatient }, () => {
      running.push(name)
      return new Promise<void>((resolve) => leave.set(name, resolve))
    })
  const passed = [pass('map', true), pass('facets', true), pass('count', false)]
  leave.get('map')?.()
  await setImmediate()
  expect(running).toEqual(['map', 'count'])
  leave.get('count')?.()
  await setImmediate()
  expect(running).toEqual(['map', 'count', 'facets'])
  leave.get('facets')?.()
  await Promise.all(passed)
})

test('a connection that does not open fails its own query, and the next waiting query tries again', async () => {
  let attempts = 0
  const open = () => {
    attempts += 1
    if (attempts === 1) throw new Error('no connection')
    return { close: () => undefined }
  }
  const pool = createConnectionPool({ size: 1, heavy: 0, waiting: 10 }, open, async () => undefined)
  const uses = await Promise.allSettled([pool.use(async () => 'first'), pool.use(async () => 'second')])
  expect(uses).toMatchObject([
    { status: 'rejected', reason: { message: 'no connection' } },
    { status: 'fulfilled', value: 'second' },
  ])
  await pool.close()
})
