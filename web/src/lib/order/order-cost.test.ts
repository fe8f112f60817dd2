import { expect, test } from 'vitest'
import { calculateOrderCost, suggestQuantities } from './order-cost.ts'

const setting = {
  id: '1',
  key: 'MAIL_READY',
  name: 'Mail Ready',
  creditRequired: 2,
  minCampaignVolume: 50,
  isActive: true,
} as const
const balance = { subscriptionCredits: 300, subscriptionCreditsHeld: 40, onDemandCredits: 100 }

test('an order uses subscription credits first, then on-demand credits', () => {
  expect(calculateOrderCost(100, setting, balance)).toEqual({
    cost: 200,
    fromSubscription: 200,
    fromOnDemand: 0,
    spendable: 400,
    left: 200,
    shortfall: 0,
  })
  expect(calculateOrderCost(180, setting, balance)).toMatchObject({ fromSubscription: 300, fromOnDemand: 60, left: 40 })
})

test('held credits cannot be spent, and the shortfall is shown', () => {
  expect(calculateOrderCost(250, setting, balance)).toMatchObject({
    cost: 500,
    fromSubscription: 300,
    fromOnDemand: 100,
    left: 0,
    shortfall: 100,
  })
})

test('the full deliverable quantity is suggested, and what the credits cover if that is less', () => {
  expect(suggestQuantities(150, setting, balance)).toEqual({ all: 150 })
  expect(suggestQuantities(200, setting, balance)).toEqual({ all: 200 })
  expect(suggestQuantities(201, setting, balance)).toEqual({ all: 201, covered: 200 })
  expect(suggestQuantities(150, setting, undefined)).toEqual({ all: 150 })
  expect(suggestQuantities(150, { ...setting, creditRequired: 0 }, balance)).toEqual({ all: 150 })
})

test('a quantity that cannot be ordered is not suggested', () => {
  expect(suggestQuantities(49, setting, balance)).toEqual({})
  expect(suggestQuantities(0, { ...setting, minCampaignVolume: 0 }, balance)).toEqual({})
  expect(suggestQuantities(250_000, setting, balance)).toEqual({ all: 100_000, covered: 200 })
  expect(suggestQuantities(201, { ...setting, minCampaignVolume: 201 }, balance)).toEqual({ all: 201 })
})
