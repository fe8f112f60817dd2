import { expect, test } from 'vitest'
import { moveColumn, parseColumns } from './column-choice.ts'

const isKnown = (column: string) => ['address', 'ownerName', 'kind', 'yearBuilt'].includes(column)

test('the URL sets the columns and their order', () => {
  expect(parseColumns('kind,address,ownerName', isKnown)).toEqual(['kind', 'address', 'ownerName'])
})

test('the opening column is always included; unknown and duplicate ones are dropped', () => {
  expect(parseColumns('yearBuilt,nonsense,yearBuilt', isKnown)).toEqual(['address', 'yearBuilt'])
  expect(parseColumns('nonsense', isKnown)).toBeUndefined()
  expect(parseColumns(undefined, isKnown)).toBeUndefined()
})

test('a column moves by one position and stops at the ends', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})
