import type { Pack } from '@dooryard/contract/plans'
import { expect, test } from 'vitest'
import { findPackFor, savingPercent } from './offer-rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const pack = (credits: number, amount: number): Pack => ({
  id: String(credits),
  name: `${credits} credits`,
  credits,
  price: usd(amount),
})
// Not in their order, as an administrator may have made them.
const packs = [pack(2000, 12_000), pack(500, 3500), pack(10_000, 50_000)]

test('a larger pack saves whole percents against the smallest, rounded down', () => {
  expect(packs.map((one) => savingPercent(one, packs))).toEqual([14, 0, 28])
  expect(savingPercent(pack(600, 6000), packs)).toBe(0)
})

test.each([
  [1, 500],
  [500, 500],
  [501, 2000],
  [2001, 10_000],
  [10_001, 10_000],
])('whoever needs %i credits is shown the pack of %i', (need, credits) => {
  expect(findPackFor(need, packs)?.credits).toBe(credits)
})

test('where no pack is on offer none is shown', () => {
  expect(findPackFor(1, [])).toBeUndefined()
})
