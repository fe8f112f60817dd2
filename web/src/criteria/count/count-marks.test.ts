import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markCountPainted, markCountRequested, markKeystroke } from './count-marks.ts'

let askForFrame = vi.fn()
beforeEach(() => {
  performance.clearMarks()
  askForFrame = vi.fn((paint: () => void) => setTimeout(paint, 0))
  vi.stubGlobal('requestAnimationFrame', askForFrame)
})
afterEach(() => vi.unstubAllGlobals())

const listMarks = (name: string) => performance.getEntriesByName(name) as PerformanceMark[]
const listSerials = (name: string) => listMarks(name).map(({ detail }) => detail.serial)

test('the last requested count is marked once, with its serial', async () => {
  markCountRequested({ owner: { name: 'a' } })
  markCountRequested({ owner: { name: 'b' }, location: { states: ['TN'] } })
  markCountPainted({ owner: { name: 'a' } })
  markCountPainted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  markCountPainted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  await expect.poll(() => listSerials('dooryard:counted')).toEqual(listSerials('dooryard:asked').slice(-1))
  expect(askForFrame).toHaveBeenCalledOnce()
})

test('a typed request is timed from its last keystroke, the next request from itself', () => {
  markKeystroke()
  const typed = performance.now()
  markCountRequested({ owner: { name: 'c' } })
  markCountRequested({ owner: { name: 'd' } })
  const [first, second] = listMarks('dooryard:asked').map(({ startTime }) => startTime)
  expect(first).toBeLessThanOrEqual(typed)
  expect(second).toBeGreaterThanOrEqual(typed)
})

test('criteria the user has not changed are not marked', () => {
  markCountPainted({ owner: { name: 'e' } })
  // Marks are set only after a frame has been painted.
  expect(askForFrame).not.toHaveBeenCalled()
  expect(listMarks('dooryard:counted')).toEqual([])
})
