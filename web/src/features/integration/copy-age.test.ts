import { expect, test } from 'vitest'
import { ageShare, ageStateOf, ageWords } from './copy-age.ts'

const aged = (ageDays: number) => ({ ageDays, isCurrent: ageDays <= 31 })

test.each([
  [0, 'CURRENT', 'Today'],
  [1, 'CURRENT', '1 day'],
  [24, 'CURRENT', '24 days'],
  [25, 'ENDING', '25 days, 6 left'],
  [30, 'ENDING', '30 days, 1 left'],
  [31, 'ENDING', '31 days, the last'],
  [32, 'STALE', '32 days, out of date'],
  [400, 'STALE', '400 days, out of date'],
])('a copy of %i days is %s and reads %s', (ageDays, state, words) => {
  expect(ageStateOf(aged(ageDays), 31)).toBe(state)
  expect(ageWords(aged(ageDays), 31)).toBe(words)
})

test('the bar of an age ends where the copy does', () => {
  expect([0, 31, 90].map((ageDays) => ageShare({ ageDays }, 31))).toEqual([0, 1, 1])
})
