import { BillingInfo } from '@dooryard/contract/billing'
import { exampleOf } from '@dooryard/contract/examples'
import { expect, test } from 'vitest'
import { atOnce, topUpChange, topUpSchema, topUpValues } from './top-up-rules.ts'

const info: BillingInfo = exampleOf(BillingInfo)
const { packs } = info
const values = topUpValues(info, packs)

/** What is wrong with a change of the values, field by field. */
const wrong = (change: Partial<typeof values>) =>
  topUpSchema(packs)
    .safeParse({ ...values, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('what is set is what the form shows, and sends when nothing is touched', () => {
  expect(values).toEqual({ enabled: true, threshold: '200', packId: packs[0]?.id, monthlyCap: '200' })
  expect(wrong({})).toBeUndefined()
  expect(topUpChange(values, undefined)).toEqual({
    enabled: true,
    threshold: 200,
    packId: packs[0]?.id,
    monthlyCap: 20_000,
  })
})

test('whoever never set it is offered values that can be saved', () => {
  const none = { enabled: false, threshold: 0, monthlyCap: { amount: 0, currency: 'USD' } }
  const fresh = topUpValues({ ...info, autoTopUp: { ...info.autoTopUp, ...none, packId: undefined } }, packs)
  expect(fresh).toEqual({ enabled: false, threshold: '200', packId: packs[0]?.id, monthlyCap: '200' })
})

test('a pack that is no longer on offer is not replaced by another one in silence', () => {
  const gone = { ...info.autoTopUp, packId: '00000000-0000-7000-8000-0000000002ff' }
  expect(topUpValues({ ...info, autoTopUp: gone }, packs).packId).toBe('')
  expect(wrong({ packId: '' })).toEqual(['packId: Choose a pack'])
})

test('a pack that is no longer on offer, or too dear by now, keeps nobody from switching off', () => {
  const off = { ...values, enabled: false, packId: '' }
  expect(wrong(off)).toBeUndefined()
  expect(topUpChange(off, 'withdrawn')).toMatchObject({ enabled: false, packId: 'withdrawn' })
  expect(wrong({ enabled: false, monthlyCap: '34.99' })).toBeUndefined()
})

test('saving buys at once what the month has room for, and otherwise waits for the next one', () => {
  const standing = (credits: number, spent: number): BillingInfo => ({
    ...info,
    balance: { ...info.balance, subscriptionCredits: credits, onDemandCredits: 0 },
    autoTopUp: { ...info.autoTopUp, spentThisMonth: { amount: spent, currency: 'USD' } },
  })
  const asked = { ...values, monthlyCap: '35' }
  expect(atOnce(standing(199, 0), packs, asked)).toMatchObject({ isBought: true, pack: packs[0] })
  expect(atOnce(standing(199, 1), packs, asked)).toMatchObject({ isBought: false })
  expect(atOnce(standing(199, 3500), packs, { ...asked, monthlyCap: '70' })).toMatchObject({ isBought: true })
  expect(atOnce(standing(200, 0), packs, asked)).toBeUndefined()
  expect(atOnce(standing(0, 0), packs, { ...asked, enabled: false })).toBeUndefined()
})

test.each([
  [{ threshold: '' }, 'threshold: Enter a whole number of credits'],
  [{ threshold: '1.5' }, 'threshold: Enter a whole number of credits'],
  [{ threshold: '0' }, 'threshold: The threshold must be 1 or greater'],
  [{ threshold: '501' }, 'threshold: One pack gives 500 credits, so the threshold may be at most that'],
  [{ monthlyCap: 'lots' }, 'monthlyCap: Enter an amount in dollars'],
  [{ monthlyCap: '10,000.01' }, 'monthlyCap: The most it may spend in a month is $10,000'],
  [{ monthlyCap: '34.99' }, 'monthlyCap: One pack costs $35.00, so a month needs that much'],
])('%j is refused: %s', (change, message) => {
  expect(wrong(change)).toEqual([message])
})

test('a cap of exactly one pack is enough', () => {
  expect(wrong({ monthlyCap: '$35', threshold: '500' })).toBeUndefined()
  expect(topUpChange({ ...values, monthlyCap: '$35', threshold: '1,000' }, undefined)).toMatchObject({
    monthlyCap: 3500,
    threshold: 1000,
  })
})

test('a threshold that is too high for the pack keeps nobody from switching off', () => {
  expect(wrong({ enabled: false, threshold: '501' })).toBeUndefined()
})
