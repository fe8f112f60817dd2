import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAsked, noteCounted, noteTyped } from './count-marks.ts'

let askForFrame = vi.fn()
beforeEach(() => {
  performance.clearMarks()
  askForFrame = vi.fn((paint: () => void) => setTimeout(paint, 0))
  vi.stubGlobal('requestAnimationFrame', askForFrame)
})
afterEach(() => vi.unstubAllGlobals())

const marks = (name: string) => performance.getEntriesByName(name) as PerformanceMark[]
const serials = (name: string) => marks(name).map(({ detail }) => detail.serial)

test('the count of what was last asked for is marked once, with its serial', async () => {
  noteAsked({ owner: { name: 'a' } })
  noteAsked({ owner: { name: 'b' }, location: { states: ['TN'] } })
  noteCounted({ owner: { name: 'a' } })
  noteCounted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  noteCounted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  await expect.poll(() => serials('dooryard:counted')).toEqual(serials('dooryard:asked').slice(-1))
  expect(askForFrame).toHaveBeenCalledOnce()
})

test('what was typed counts from the last keystroke, and the next question from itself', () => {
  noteTyped()
  const typed = performance.now()
  noteAsked({ owner: { name: 'c' } })
  noteAsked({ owner: { name: 'd' } })
  const [first, second] = marks('dooryard:asked').map(({ startTime }) => startTime)
  expect(first).toBeLessThanOrEqual(typed)
  expect(second).toBeGreaterThanOrEqual(typed)
})

test('nothing is marked of criteria that nobody has changed', () => {
  noteCounted({ owner: { name: 'e' } })
  // Marks are made once a frame has been painted.
  expect(askForFrame).not.toHaveBeenCalled()
  expect(marks('dooryard:counted')).toEqual([])
})
