import { expect, test } from 'vitest'
import { quoteOrder } from './cost.ts'

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
