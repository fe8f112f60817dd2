import { signals } from '@dooryard/contract/vocabularies'
import { expect, test } from 'vitest'
import { groupOf, signalGroups, signalWords } from './signal-groups.ts'

test('every signal has a color, and only one', () => {
  expect(signalGroups.flatMap((group) => group.signals).sort()).toEqual([...signals.values].sort())
})

test('a property has the color of its most pressing signal', () => {
  expect(groupOf(['HIGH_EQUITY', 'OUT_OF_STATE_OWNER', 'AUCTION'])).toBe('foreclosure')
  expect(groupOf(['HIGH_EQUITY', 'OUT_OF_STATE_OWNER'])).toBe('absentee')
  expect(groupOf(['RECENTLY_SOLD'])).toBe('other')
  expect(groupOf([])).toBe('other')
})

test('the words of a property begin with what gave it its color', () => {
  expect(signalWords(['HIGH_EQUITY', 'AUCTION', 'VACANT'])).toEqual(['Auction', 'Vacant', 'High equity'])
  expect(signalWords([])).toEqual([])
})
