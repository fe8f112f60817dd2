import { expect, test } from 'vitest'
import { createAnswerCache, toDigest } from './answer-cache.ts'

const roomy = { entries: 100, bytes: 10_000 }

/** Manually controlled work that counts how often it was started. */
function task<Answer>() {
  const runs: { signal: AbortSignal; finish: (answer: Answer) => void; fail: (error: Error) => void }[] = []
  const work = (signal: AbortSignal) =>
    new Promise<Answer>((finish, fail) => {
      signal.addEventListener('abort', () => fail(new Error('stopped')))
      runs.push({ signal, finish, fail })
    })
  return { runs, work }
}

test('an answer is computed once, for concurrent and later callers', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  const asked = [cache.ask(['count'], undefined, work), cache.ask(['count'], undefined, work)]
  runs[0]?.finish(7)
  expect(await Promise.all(asked)).toEqual([7, 7])
  expect(await cache.ask(['count'], undefined, work)).toBe(7)
  expect(runs).toHaveLength(1)
})

test('a different question has a different answer', async () => {
  const cache = createAnswerCache(roomy)
  expect(await cache.ask(['count', 'a'], undefined, async () => 1)).toBe(1)
  expect(await cache.ask(['count', 'b'], undefined, async () => 2)).toBe(2)
})

test('a caller who leaves gets no answer, and the others get theirs', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  const first = new AbortController()
  const leaving = cache.ask(['count'], first.signal, work)
  const staying = cache.ask(['count'], new AbortController().signal, work)
  first.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  expect(runs[0]?.signal.aborted).toBe(false)
  runs[0]?.finish(7)
  expect(await staying).toBe(7)
})

test('work stops when its last caller leaves, and the next caller starts it anew', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  const controller = new AbortController()
  const leaving = cache.ask(['count'], controller.signal, work)
  controller.abort(new Error('gone'))
  const next = cache.ask(['count'], undefined, work)
  await expect(leaving).rejects.toThrow('gone')
  expect(runs[0]?.signal.aborted).toBe(true)
  runs[1]?.finish(8)
  expect(await next).toBe(8)
  await expect(cache.ask(['count'], controller.signal, work)).rejects.toThrow('gone')
})

test('a request in passing returns no answer when its patience ends, and the next caller finds the answer', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  expect(await cache.askInPassing(['nation'], undefined, work, Promise.resolve())).toBeUndefined()
  expect(runs[0]?.signal.aborted).toBe(false)
  runs[0]?.finish(7)
  expect(await cache.ask(['nation'], undefined, work)).toBe(7)
  expect(await cache.askInPassing(['nation'], undefined, work, new Promise(() => {}))).toBe(7)
  expect(runs).toHaveLength(1)
})

test('only the newest background work continues', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  for (const key of ['one', 'two', 'two']) await cache.askInPassing([key], undefined, work, Promise.resolve())
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false])
  runs[1]?.finish(8)
  expect(await cache.ask(['two'], undefined, work)).toBe(8)
})

test('work asked for in passing stops when its caller leaves or the rest fails', async () => {
  const cache = createAnswerCache(roomy)
  const { runs, work } = task<number>()
  const controller = new AbortController()
  const leaving = cache.askInPassing(['nation'], controller.signal, work, new Promise(() => {}))
  controller.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  const failing = cache.askInPassing(['nation'], undefined, work, Promise.reject(new Error('the rest failed')))
  await expect(failing).rejects.toThrow('the rest failed')
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, true])
})

test('failures are not cached', async () => {
  const cache = createAnswerCache(roomy)
  await expect(cache.ask(['count'], undefined, () => Promise.reject(new Error('too heavy')))).rejects.toThrow(
    'too heavy',
  )
  expect(await cache.ask(['count'], undefined, async () => 7)).toBe(7)
})

test('the least recently used answers are evicted, by number and by size', async () => {
  let worked = 0
  const ask = (cache: ReturnType<typeof createAnswerCache>, key: string, size = 1) =>
    cache.ask([key], undefined, async () => {
      worked += 1
      return 'x'.repeat(size)
    })
  const few = createAnswerCache({ entries: 2, bytes: 10_000 })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await ask(few, key)
  expect(worked).toBe(3)
  await ask(few, 'b')
  expect(worked).toBe(4)

  worked = 0
  const small = createAnswerCache({ entries: 100, bytes: 1_000 })
  for (const key of ['a', 'b', 'a']) await ask(small, key, 600)
  expect(worked).toBe(3)
  await ask(small, 'huge', 5_000)
  await ask(small, 'huge', 5_000)
  expect(worked).toBe(5)
})

test('equal criteria have one digest, and different ones differ', () => {
  const digest = toDigest({ owner: { ownerTypes: ['LLC', 'TRUST'], name: undefined }, property: {} })
  expect(toDigest({ property: {}, owner: { ownerTypes: ['TRUST', 'LLC'] } })).toBe(digest)
  expect(toDigest({ property: {}, owner: { ownerTypes: ['TRUST'] } })).not.toBe(digest)
  const ring = [
    [0, 1],
    [1, 0],
  ]
  expect(toDigest({ coordinates: ring })).not.toBe(toDigest({ coordinates: ring.toReversed() }))
})
