import { expect, test } from 'vitest'
import { toStatChange } from './stat-change.ts'

test.each([
  [0, 0, 'No change', 'same'],
  [4, 4, 'No change', 'same'],
  [0, 3, '+3', 'up'],
  [35, 41, '+17%', 'up'],
  [40, 10, '−75%', 'down'],
  [4, 0, '−100%', 'down'],
  [1_000, 1_001, '+under 1%', 'up'],
  [1, 40, '+3,900%', 'up'],
] as const)('from %i to %i is %s', (before, now, text, direction) => {
  expect(toStatChange(before, now)).toEqual({ text, direction })
})
