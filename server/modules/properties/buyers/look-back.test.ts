import { expect, test } from 'vitest'
import { subtractMonths } from './look-back.ts'

test('a look-back starts on the same day of the month, or on the last day of a shorter month', () => {
  expect(subtractMonths('2026-11-21', 24)).toBe('2024-11-21')
  expect(subtractMonths('2026-08-31', 6)).toBe('2026-02-28')
  expect(subtractMonths('2024-08-31', 6)).toBe('2024-02-29')
  expect(subtractMonths('2026-01-31', 2)).toBe('2025-11-30')
  expect(subtractMonths('2026-12-31', 12)).toBe('2025-12-31')
})
