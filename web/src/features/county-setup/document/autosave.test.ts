import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(save: (value: string) => Promise<void>) {
  const states: SaveState['status'][] = []
  return { states, ...createAutosave({ delayMs: 500, save, onState: ({ status }) => states.push(status) }) }
}

test('the newest of several changes is saved once they pause', async () => {
  const saved: string[] = []
  const { change, states } = start(async (value) => void saved.push(value))
  change('a')
  await vi.advanceTimersByTimeAsync(300)
  change('b')
  await vi.advanceTimersByTimeAsync(499)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(saved).toEqual(['b'])
  expect(states).toEqual(['SAVING', 'SAVING', 'SAVED'])
})

test('a change during a save is saved after it, never beside it', async () => {
  const saved: string[] = []
  let active = 0
  const { change, flush } = start(async (value) => {
    active += 1
    expect(active).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    saved.push(value)
    active -= 1
  })
  change('a')
  await vi.advanceTimersByTimeAsync(550)
  change('b')
  const done = flush()
  await vi.advanceTimersByTimeAsync(300)
  await done
  expect(saved).toEqual(['a', 'b'])
})

test('what could not be saved is kept for the next attempt', async () => {
  let fails = true
  const saved: string[] = []
  const { change, flush, isDirty, states } = start(async (value) => {
    if (fails) throw new Error('offline')
    saved.push(value)
  })
  change('a')
  await vi.advanceTimersByTimeAsync(500)
  expect([states.at(-1), isDirty()]).toEqual(['FAILED', true])
  fails = false
  await flush()
  expect([saved, isDirty()]).toEqual([['a'], false])
})

test('an incomplete value waits to be completed or to be asked for; what was complete before it is saved', async () => {
  const saved: string[] = []
  const { change, flush, isDirty, states } = start(async (value) => void saved.push(value))
  change('a')
  change('a + nothing', false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([saved, states.at(-1), isDirty()]).toEqual([['a'], 'INCOMPLETE', true])
  change('a + b')
  await vi.advanceTimersByTimeAsync(500)
  expect([saved, states.at(-1), isDirty()]).toEqual([['a', 'a + b'], 'SAVED', false])
  change('nothing', false)
  await flush()
  expect([saved.at(-1), isDirty()]).toEqual(['nothing', false])
})

test('what is typed right before the page is left is handed over once, after a call on its way', async () => {
  const saved: string[] = []
  const { change, handOver, isDirty } = start(async (value) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    saved.push(value)
  })
  const handed: unknown[] = []
  const send = (...value: [string, boolean]) => handed.push(value) > 0
  change('a')
  handOver(() => false)
  handOver(send)
  handOver(send)
  expect([handed, isDirty()]).toEqual([[['a', false]], false])
  change('b')
  await vi.advanceTimersByTimeAsync(550)
  change('c')
  handOver(send)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([handed.at(-1), saved]).toEqual([['c', true], ['b']])
})

test('what was handed over after a call on its way is saved after all where that call fails', async () => {
  const saved: string[] = []
  const { change, flush, handOver } = start(async (value) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (value === 'b') throw new Error('offline')
    saved.push(value)
  })
  change('b')
  await vi.advanceTimersByTimeAsync(550)
  change('c')
  handOver(() => true)
  await vi.advanceTimersByTimeAsync(100)
  const done = flush()
  await vi.advanceTimersByTimeAsync(100)
  await done
  expect(saved).toEqual(['c'])
})

test('what is discarded is not saved later, and a save on its way ends first', async () => {
  const saved: string[] = []
  const { change, discard, isDirty, states } = start(async (value) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (value === 'bad') throw new Error('invalid')
    saved.push(value)
  })
  change('bad')
  await vi.advanceTimersByTimeAsync(550)
  const done = discard()
  await vi.advanceTimersByTimeAsync(1_000)
  await done
  expect([saved, isDirty(), states.at(-1)]).toEqual([[], false, 'SAVED'])
})
