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
