import type { Plan } from '@dooryard/contract/billing/plans'
import { expect, test } from 'vitest'
import { getAnnualSaving, listPlansFor } from './interval-labels.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const starter: Plan = { id: 's', name: 'Starter', monthlyCredits: 1000, price: usd(4900) }
const growth: Plan = { id: 'g', name: 'Growth', monthlyCredits: 4000, price: usd(14_900), annualPrice: usd(149_000) }

test('the saving of a year is computed from the two prices, and never promises more than it is', () => {
  expect(getAnnualSaving(growth)).toBe(16)
  expect(getAnnualSaving({ ...growth, annualPrice: usd(14_900 * 12) })).toBe(0)
  expect(getAnnualSaving({ ...growth, annualPrice: usd(14_900 * 13) })).toBe(0)
  expect(getAnnualSaving(starter)).toBe(0)
})

test('only plans with an annual price are sold by the year', () => {
  expect(listPlansFor([growth, starter], 'MONTH')).toEqual([starter, growth])
  expect(listPlansFor([growth, starter], 'YEAR')).toEqual([growth])
})
