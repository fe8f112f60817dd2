import type { Pack } from '@dooryard/contract/billing/plans'
import { expect, test } from 'vitest'
import { findPackFor, getSavingPercent } from './pack-rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const buildPack = (credits: number, amount: number): Pack => ({
  id: String(credits),
  name: `${credits} credits`,
  credits,
  price: usd(amount),
})
// Deliberately unsorted, as an administrator may have created them.
const packs = [buildPack(2000, 12_000), buildPack(500, 3500), buildPack(10_000, 50_000)]

test('a larger pack saves whole percents compared with the smallest, rounded down', () => {
  expect(packs.map((one) => getSavingPercent(one, packs))).toEqual([14, 0, 28])
  expect(getSavingPercent(buildPack(600, 6000), packs)).toBe(0)
})

test.each([
  [1, 500],
  [500, 500],
  [501, 2000],
  [2001, 10_000],
  [10_001, 10_000],
])('for %i needed credits the pack of %i is shown', (need, credits) => {
  expect(findPackFor(need, packs)?.credits).toBe(credits)
})

test('no pack is shown when the catalog has none', () => {
  expect(findPackFor(1, [])).toBeUndefined()
})
