import { expect, test } from 'vitest'
import { monthsBefore } from './look-back.ts'

test('a look-back begins on the same day of the month, or on the last where the month is shorter', () => {
  expect(monthsBefore('2026-11-21', 24)).toBe('2024-11-21')
  expect(monthsBefore('2026-08-31', 6)).toBe('2026-02-28')
  expect(monthsBefore('2024-08-31', 6)).toBe('2024-02-29')
  expect(monthsBefore('2026-01-31', 2)).toBe('2025-11-30')
  expect(monthsBefore('2026-12-31', 12)).toBe('2025-12-31')
})
