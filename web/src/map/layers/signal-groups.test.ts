import { signals } from '@dooryard/contract/api/enums'
import { expect, test } from 'vitest'
import { getSignalGroup, listSignalLabels, signalGroups } from './signal-groups.ts'

test('every signal has exactly one color', () => {
  expect(signalGroups.flatMap((group) => group.signals).sort()).toEqual([...signals.values].sort())
})

test('a property has the color of its most pressing signal', () => {
  expect(getSignalGroup(['HIGH_EQUITY', 'OUT_OF_STATE_OWNER', 'AUCTION'])).toBe('foreclosure')
  expect(getSignalGroup(['HIGH_EQUITY', 'OUT_OF_STATE_OWNER'])).toBe('absentee')
  expect(getSignalGroup(['RECENTLY_SOLD'])).toBe('other')
  expect(getSignalGroup([])).toBe('other')
})

test('the first label of a property is the signal that gives it its color', () => {
  expect(listSignalLabels(['HIGH_EQUITY', 'AUCTION', 'VACANT'])).toEqual(['Auction', 'Reported vacant', 'High equity'])
  expect(listSignalLabels([])).toEqual([])
})
