import { expect, test } from 'vitest'
import { quantityOffers, quoteOrder } from './order-cost.ts'

const setting = {
  id: '1',
  key: 'MAIL_READY',
  name: 'Mail Ready',
  creditRequired: 2,
  minCampaignVolume: 50,
  isActive: true,
} as const
const balance = { subscriptionCredits: 300, subscriptionCreditsHeld: 40, onDemandCredits: 100 }

test('an order takes subscription credits first, then on-demand ones', () => {
  expect(quoteOrder(100, setting, balance)).toEqual({
    cost: 200,
    fromSubscription: 200,
    fromOnDemand: 0,
    spendable: 400,
    left: 200,
    shortfall: 0,
  })
  expect(quoteOrder(180, setting, balance)).toMatchObject({ fromSubscription: 300, fromOnDemand: 60, left: 40 })
})

test('what is held cannot be spent, and what is missing is said', () => {
  expect(quoteOrder(250, setting, balance)).toMatchObject({
    cost: 500,
    fromSubscription: 300,
    fromOnDemand: 100,
    left: 0,
    shortfall: 100,
  })
})

test('all that can be delivered is offered, and what credits cover where that is less', () => {
  expect(quantityOffers(150, setting, balance)).toEqual({ all: 150 })
  expect(quantityOffers(200, setting, balance)).toEqual({ all: 200 })
  expect(quantityOffers(201, setting, balance)).toEqual({ all: 201, covered: 200 })
  expect(quantityOffers(150, setting, undefined)).toEqual({ all: 150 })
  expect(quantityOffers(150, { ...setting, creditRequired: 0 }, balance)).toEqual({ all: 150 })
})

test('nothing is offered that an order may not ask for', () => {
  expect(quantityOffers(49, setting, balance)).toEqual({})
  expect(quantityOffers(0, { ...setting, minCampaignVolume: 0 }, balance)).toEqual({})
  expect(quantityOffers(250_000, setting, balance)).toEqual({ all: 100_000, covered: 200 })
  expect(quantityOffers(201, { ...setting, minCampaignVolume: 201 }, balance)).toEqual({ all: 201 })
})
