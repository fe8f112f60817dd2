import { expect, test } from 'vitest'
import {
  maxSelected,
  nothingSelected,
  rangeFrom,
  shareSelected,
  withExcluded,
  withoutExcluded,
  withSelected,
} from './selection-rules.ts'

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index))

test('rows are added and taken away', () => {
  const { selected } = withSelected(nothingSelected, ['1', '2', '3'], true)
  expect([...withSelected(selected, ['2'], false).selected]).toEqual(['1', '3'])
  expect([...nothingSelected]).toEqual([])
})

test('a full selection takes no more, says so, and still has what it had', () => {
  const full = withSelected(nothingSelected, ids(maxSelected), true)
  expect(full.isFull).toBe(false)
  const more = withSelected(full.selected, ['1', 'another'], true)
  expect(more.isFull).toBe(true)
  expect(more.selected.size).toBe(maxSelected)
  expect(more.selected.has('another')).toBe(false)
  expect(withSelected(full.selected, ['1'], true).isFull).toBe(false)
})

test('a range goes both ways, from where it begins', () => {
  expect(rangeFrom(3, 5)).toEqual([3, 4, 5])
  expect(rangeFrom(5, 3)).toEqual([5, 4, 3])
  expect(rangeFrom(4, 4)).toEqual([4])
})

test('of a range that is too long the rows next to its beginning are selected', () => {
  const down = rangeFrom(10, 90_000)
  expect(down.slice(0, 2)).toEqual([10, 11])
  const up = rangeFrom(90_000, 10)
  expect(up.slice(0, 2)).toEqual([90_000, 89_999])
  for (const range of [down, up])
    expect(withSelected(nothingSelected, range.map(String), true)).toMatchObject({
      selected: { size: maxSelected },
      isFull: true,
    })
})

test('the box above the rows says whether all, some or none are selected', () => {
  const { selected } = withSelected(nothingSelected, ['1', '2'], true)
  expect(shareSelected(selected, ['1', '2'])).toBe('all')
  expect(shareSelected(selected, ['1', '3'])).toBe('some')
  expect(shareSelected(selected, ['3'])).toBe('none')
  expect(shareSelected(selected, [])).toBe('none')
})

test('what was left out comes back, and what was asked in between stays', () => {
  const before = { exclude: { delivered: false, propertyIds: ['1'] } }
  const after = withExcluded(before, ['1', '2'])
  expect(after).toEqual({ exclude: { delivered: false, propertyIds: ['1', '2'] } })
  expect(withoutExcluded({ ...after, location: { states: ['TN'] } }, ['2'])).toEqual({
    ...before,
    location: { states: ['TN'] },
  })
  expect(withoutExcluded(withExcluded({}, ['7']), ['7'])).toEqual({})
})
