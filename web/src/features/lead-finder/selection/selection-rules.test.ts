import { expect, test } from 'vitest'
import {
  addExcluded,
  buildSelectionCriteria,
  countSelected,
  emptySelection,
  getSelectionShare,
  isSelected,
  leaveOut,
  listRange,
  maxSelected,
  nothingSelected,
  removeExcluded,
  setSelected,
  updateSelection,
} from './selection-rules.ts'

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index))

test('rows are added and removed', () => {
  const { selected } = updateSelection(emptySelection, ['1', '2', '3'], true)
  expect([...updateSelection(selected, ['2'], false).selected]).toEqual(['1', '3'])
  expect([...emptySelection]).toEqual([])
})

test('a full selection adds no more, says so and keeps its rows', () => {
  const full = updateSelection(emptySelection, ids(maxSelected), true)
  expect(full.isFull).toBe(false)
  const more = updateSelection(full.selected, ['1', 'another'], true)
  expect(more.isFull).toBe(true)
  expect(more.selected.size).toBe(maxSelected)
  expect(more.selected.has('another')).toBe(false)
  expect(updateSelection(full.selected, ['1'], true).isFull).toBe(false)
})

test('a range works in both directions from its start', () => {
  expect(listRange(3, 5)).toEqual([3, 4, 5])
  expect(listRange(5, 3)).toEqual([5, 4, 3])
  expect(listRange(4, 4)).toEqual([4])
})

test('a range that is too long selects the rows nearest its start', () => {
  const down = listRange(10, 90_000)
  expect(down.slice(0, 2)).toEqual([10, 11])
  const up = listRange(90_000, 10)
  expect(up.slice(0, 2)).toEqual([90_000, 89_999])
  for (const range of [down, up])
    expect(updateSelection(emptySelection, range.map(String), true)).toMatchObject({
      selected: { size: maxSelected },
      isFull: true,
    })
})

test('the checkbox above the rows shows whether all, some or none are selected', () => {
  const { selected } = setSelected(nothingSelected, ['1', '2'], true)
  expect(getSelectionShare(selected, ['1', '2'])).toBe('all')
  expect(getSelectionShare(selected, ['1', '3'])).toBe('some')
  expect(getSelectionShare(selected, ['3'])).toBe('none')
  expect(getSelectionShare(selected, [])).toBe('none')
})

test('removing exclusions keeps the other criteria', () => {
  const before = { exclude: { delivered: false, propertyIds: ['1'] } }
  const after = addExcluded(before, ['1', '2'])
  expect(after).toEqual({ exclude: { delivered: false, propertyIds: ['1', '2'] } })
  expect(removeExcluded({ ...after, location: { states: ['TN'] } }, ['2'])).toEqual({
    ...before,
    location: { states: ['TN'] },
  })
  expect(removeExcluded(addExcluded({}, ['7']), ['7'])).toEqual({})
})

test('with all that match selected, unticked ones are excluded from what is ordered and counted', () => {
  const criteria = { location: { states: ['TN'] } }
  const all = { isAll: true, ids: emptySelection }
  expect([countSelected(all, 6699), isSelected(all, '1')]).toEqual([6699, true])
  expect(buildSelectionCriteria(criteria, all)).toEqual(criteria)
  const { selected } = setSelected(all, ['1', '2'], false)
  expect([countSelected(selected, 6699), isSelected(selected, '1'), isSelected(selected, '3')]).toEqual([
    ...[6697, false, true],
  ])
  expect(buildSelectionCriteria(criteria, selected)).toEqual({ ...criteria, exclude: { propertyIds: ['1', '2'] } })
  expect(getSelectionShare(selected, ['1', '3'])).toBe('some')
  expect(setSelected(selected, ['1', '2'], true).selected).toEqual(all)
})

test('leaving out a selection leaves the others, and never nothing', () => {
  const criteria = { location: { states: ['TN'] } }
  const some = new Set(['1'])
  expect(leaveOut(criteria, { isAll: false, ids: some })).toEqual({ ...criteria, exclude: { propertyIds: ['1'] } })
  expect(leaveOut(criteria, { isAll: true, ids: some })).toEqual({ ...criteria, only: { propertyIds: ['1'] } })
  expect(leaveOut(criteria, { isAll: true, ids: emptySelection })).toBeUndefined()
  expect(buildSelectionCriteria(criteria, { isAll: false, ids: some })).toEqual({ only: { propertyIds: ['1'] } })
})
