import { expect, test } from 'vitest'
import { auc } from './auc.ts'

test('separate groups are distinguished, and equal ones are not', () => {
  const times = Array.from({ length: 1_000 }, (_, n) => n)
  const later = times.map((time) => time + 100)
  expect(auc(times, times)).toBe(0.5)
  expect(auc(later, times)).toBeCloseTo(0.595)
  expect(auc([2, 3], [0, 1])).toBe(1)
})
