import { expect, test } from 'vitest'
import { getPasswordStrength } from './new-password.tsx'

test.each([
  [0, 0],
  [7, 0],
  [8, 1],
  [11, 1],
  [12, 2],
  [15, 2],
  [16, 3],
  [100, 3],
])('a password of %i characters fills %i of three bars', (length, bars) => {
  expect(getPasswordStrength(length).level).toBe(bars)
})
