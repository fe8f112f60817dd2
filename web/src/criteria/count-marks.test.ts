import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAsked, noteCounted, noteTyped } from './count-marks.ts'

beforeEach(() => {
  performance.clearMarks()
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint, 0))
})
afterEach(() => vi.unstubAllGlobals())

const marks = (name: string) => performance.getEntriesByName(name) as PerformanceMark[]
const serials = (name: string) => marks(name).map(({ detail }) => detail.serial)
const painted = () => new Promise((resolve) => setTimeout(resolve, 30))

test('the count of what was last asked for is marked once, with its serial', async () => {
  noteAsked({ owner: { name: 'a' } })
  noteAsked({ owner: { name: 'b' }, location: { states: ['TN'] } })
  noteCounted({ owner: { name: 'a' } })
  noteCounted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  noteCounted({ location: { states: ['TN'] }, owner: { name: 'b' } })
  await painted()
  expect(serials('dooryard:counted')).toEqual(serials('dooryard:asked').slice(-1))
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

test('nothing is marked of criteria that nobody has changed', async () => {
  noteCounted({ owner: { name: 'e' } })
  await painted()
  expect(marks('dooryard:counted')).toEqual([])
})
