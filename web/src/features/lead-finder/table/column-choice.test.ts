import { expect, test } from 'vitest'
import { moveColumn, readColumns } from './column-choice.ts'

const isKnown = (column: string) => ['address', 'ownerName', 'kind', 'yearBuilt'].includes(column)

test('an address chooses columns and their order', () => {
  expect(readColumns('kind,address,ownerName', isKnown)).toEqual(['kind', 'address', 'ownerName'])
})

test('what opens a row is always there, and what is unknown or said twice is passed over', () => {
  expect(readColumns('yearBuilt,nonsense,yearBuilt', isKnown)).toEqual(['address', 'yearBuilt'])
  expect(readColumns('nonsense', isKnown)).toBeUndefined()
  expect(readColumns(undefined, isKnown)).toBeUndefined()
})

test('a column moves by one place and not past the ends', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})
