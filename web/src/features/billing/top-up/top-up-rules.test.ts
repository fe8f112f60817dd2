import { getExample } from '@dooryard/contract/api/examples'
import { BillingInfo } from '@dooryard/contract/billing/billing'
import { expect, test } from 'vitest'
import { buildTopUpSchema, getImmediateTopUp, toTopUpChange, toTopUpValues } from './top-up-rules.ts'

const info: BillingInfo = getExample(BillingInfo)
const { packs } = info
const values = toTopUpValues(info, packs)

/** Lists the validation errors of changed values, by field. */
const listErrors = (change: Partial<typeof values>) =>
  buildTopUpSchema(packs)
    .safeParse({ ...values, ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('the form shows the current settings, and sends them if unchanged', () => {
  expect(values).toEqual({ enabled: true, threshold: '200', packId: packs[0]?.id, monthlyCap: '200' })
  expect(listErrors({})).toBeUndefined()
  expect(toTopUpChange(values, undefined)).toEqual({
    enabled: true,
    threshold: 200,
    packId: packs[0]?.id,
    monthlyCap: 20_000,
  })
})

test('without settings the form has defaults that can be saved', () => {
  const none = { enabled: false, threshold: 0, monthlyCap: { amount: 0, currency: 'USD' } }
  const fresh = toTopUpValues({ ...info, autoTopUp: { ...info.autoTopUp, ...none, packId: undefined } }, packs)
  expect(fresh).toEqual({ enabled: false, threshold: '200', packId: packs[0]?.id, monthlyCap: '200' })
})

test('a pack that left the catalog is not silently replaced by another', () => {
  const gone = { ...info.autoTopUp, packId: '00000000-0000-7000-8000-0000000002ff' }
  expect(toTopUpValues({ ...info, autoTopUp: gone }, packs).packId).toBe('')
  expect(listErrors({ packId: '' })).toEqual(['packId: Choose a pack'])
})

test('a pack that left the catalog, or exceeds the cap, does not prevent switching off', () => {
  const off = { ...values, enabled: false, packId: '' }
  expect(listErrors(off)).toBeUndefined()
  expect(toTopUpChange(off, 'withdrawn')).toMatchObject({ enabled: false, packId: 'withdrawn' })
  expect(listErrors({ enabled: false, monthlyCap: '34.99' })).toBeUndefined()
})

test('saving buys immediately if the monthly cap allows it, and otherwise waits for the next month', () => {
  const buildInfo = (credits: number, spent: number): BillingInfo => ({
    ...info,
    balance: { ...info.balance, subscriptionCredits: credits, onDemandCredits: 0 },
    autoTopUp: { ...info.autoTopUp, spentThisMonth: { amount: spent, currency: 'USD' } },
  })
  const enabledValues = { ...values, monthlyCap: '35' }
  expect(getImmediateTopUp(buildInfo(199, 0), packs, enabledValues)).toMatchObject({ isBought: true, pack: packs[0] })
  expect(getImmediateTopUp(buildInfo(199, 1), packs, enabledValues)).toMatchObject({ isBought: false })
  expect(getImmediateTopUp(buildInfo(199, 3500), packs, { ...enabledValues, monthlyCap: '70' })).toMatchObject({
    isBought: true,
  })
  expect(getImmediateTopUp(buildInfo(200, 0), packs, enabledValues)).toBeUndefined()
  expect(getImmediateTopUp(buildInfo(0, 0), packs, { ...enabledValues, enabled: false })).toBeUndefined()
})

test.each([
  [{ threshold: '' }, 'threshold: Enter a whole number of credits'],
  [{ threshold: '1.5' }, 'threshold: Enter a whole number of credits'],
  [{ threshold: '0' }, 'threshold: The threshold must be 1 or greater'],
  [{ threshold: '501' }, 'threshold: One pack gives 500 credits, so the threshold may be at most that'],
  [{ monthlyCap: 'lots' }, 'monthlyCap: Enter an amount in dollars'],
  [{ monthlyCap: '10,000.01' }, 'monthlyCap: The monthly limit can be at most $10,000'],
  [{ monthlyCap: '34.99' }, 'monthlyCap: Must cover one pack: $35.00'],
])('%j is rejected: %s', (change, message) => {
  expect(listErrors(change)).toEqual([message])
})

test('a cap of exactly one pack is enough', () => {
  expect(listErrors({ monthlyCap: '$35', threshold: '500' })).toBeUndefined()
  expect(toTopUpChange({ ...values, monthlyCap: '$35', threshold: '1,000' }, undefined)).toMatchObject({
    monthlyCap: 3500,
    threshold: 1000,
  })
})

test('a threshold that is too high for the pack does not prevent switching off', () => {
  expect(listErrors({ enabled: false, threshold: '501' })).toBeUndefined()
})
