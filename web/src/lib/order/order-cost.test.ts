import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { expect, test } from 'vitest'
import {
  calculateOrderCost,
  estimateMaxPrice,
  getInitialQuantity,
  getOrderTerms,
  suggestQuantities,
} from './order-cost.ts'

const terms = { creditsPerLead: 2, minQuantity: 50 }
const balance = { subscriptionCredits: 300, subscriptionCreditsHeld: 40, onDemandCredits: 100 }

test('an order uses subscription credits first, then on-demand credits', () => {
  expect(calculateOrderCost(100, terms, balance)).toEqual({
    cost: 200,
    fromSubscription: 200,
    fromOnDemand: 0,
    spendable: 400,
    left: 200,
    shortfall: 0,
  })
  expect(calculateOrderCost(180, terms, balance)).toMatchObject({ fromSubscription: 300, fromOnDemand: 60, left: 40 })
})

test('held credits cannot be spent, and the shortfall is shown', () => {
  expect(calculateOrderCost(250, terms, balance)).toMatchObject({
    cost: 500,
    fromSubscription: 300,
    fromOnDemand: 100,
    left: 0,
    shortfall: 100,
  })
})

test('the full deliverable quantity is suggested, and what the credits cover if that is less', () => {
  expect(suggestQuantities(150, terms, balance)).toEqual({ all: 150 })
  expect(suggestQuantities(200, terms, balance)).toEqual({ all: 200 })
  expect(suggestQuantities(201, terms, balance)).toEqual({ all: 201, covered: 200 })
  expect(suggestQuantities(150, terms, undefined)).toEqual({ all: 150 })
  expect(suggestQuantities(150, { ...terms, creditsPerLead: 0 }, balance)).toEqual({ all: 150 })
})

test('a quantity that cannot be ordered is not suggested', () => {
  expect(suggestQuantities(49, terms, balance)).toEqual({})
  expect(suggestQuantities(0, { ...terms, minQuantity: 0 }, balance)).toEqual({})
  expect(suggestQuantities(250_000, terms, balance)).toEqual({ all: 100_000, covered: 200 })
  expect(suggestQuantities(201, { ...terms, minQuantity: 201 }, balance)).toEqual({ all: 201 })
})

const quote: OrderQuote = {
  campaignType: 'CALL_READY',
  ...{ matched: 100, alreadyDelivered: 0, purchased: 0, purchasedForMail: 0, phonesToAdd: 0, free: 0, duplicates: 0 },
  ...{ noContact: 40, notTraced: 0, suppressed: 20, suppressedBy: [], deliverable: 40 },
  ...{ creditsPerLead: 3, creditsToAddPhones: 2, credits: 120, minQuantity: 1, dataAsOf: null, isEstimate: false },
}
const setting = { creditRequired: 3, minCampaignVolume: 50 }
const held = { creditsPerLead: 3 }

test('a consumer orders from one lead on, and a campaign at least the minimum of its type', () => {
  const get = (isCampaign: boolean) => getOrderTerms({}, setting, { quote: undefined, isCampaign })
  expect(get(false)).toEqual({ creditsPerLead: 3, minQuantity: 1 })
  expect(get(true)).toEqual({ creditsPerLead: 3, minQuantity: 50 })
  expect(getOrderTerms({}, setting, { quote, isCampaign: true }).minQuantity).toBe(1)
})

test('leads that only get their phones cost the difference of both prices', () => {
  const only = { only: { purchased: 'MAIL_ONLY' as const } }
  expect(getOrderTerms(only, setting, { quote, isCampaign: false }).creditsPerLead).toBe(2)
})

test('an order starts from a hundred leads, or from what is deliverable if less', () => {
  expect(getInitialQuantity({ ...quote, deliverable: 7042, notTraced: 0 }, {}, 1)).toBe(100)
  expect(getInitialQuantity({ ...quote, deliverable: 12, notTraced: 3 }, {}, 1)).toBe(15)
  expect(getInitialQuantity({ ...quote, deliverable: 12, notTraced: 0 }, {}, 50)).toBe(50)
  expect(getInitialQuantity({ ...quote, deliverable: 0, notTraced: 0 }, {}, 1)).toBeUndefined()
  expect(getInitialQuantity({ ...quote, deliverable: 250, notTraced: 0 }, { only: { propertyIds: ['1'] } }, 1)).toBe(
    250,
  )
})

test('new leads cost the full price, and phones of purchased ones the difference', () => {
  const mixed = { ...quote, phonesToAdd: 31 }
  expect(estimateMaxPrice(5, mixed, held)).toBe(15)
  expect(estimateMaxPrice(40, mixed, held)).toBe(9 * 3 + 31 * 2)
  expect(estimateMaxPrice(50, mixed, held)).toBe(9 * 3 + 31 * 2)
  expect(estimateMaxPrice(5, quote, held)).toBeUndefined()
  // Without the phones these leads are excluded, so all the others cost the same.
  expect(estimateMaxPrice(5, { ...mixed, purchasedForMail: 60 }, held)).toBeUndefined()
})

test('an audience purchased for mail as a whole costs its phones, whatever is held for them', () => {
  const mailed = { ...quote, phonesToAdd: 31, deliverable: 31, credits: 62 }
  expect(estimateMaxPrice(31, mailed, held)).toBe(mailed.credits)
  expect(estimateMaxPrice(10, mailed, held)).toBe(20)
  // Criteria of these leads alone hold no more than the phones cost, so there is nothing to estimate.
  expect(estimateMaxPrice(31, mailed, { creditsPerLead: 2 })).toBeUndefined()
})

test('an order of more than can be delivered costs at most what can', () => {
  expect(estimateMaxPrice(41, quote, held)).toBe(40 * 3)
  expect(estimateMaxPrice(40, quote, held)).toBeUndefined()
  expect(estimateMaxPrice(60, { ...quote, notTraced: 20 }, held)).toBeUndefined()
  expect(estimateMaxPrice(5, { ...quote, deliverable: 0 }, held)).toBe(0)
})

test('an estimate is no price limit', () => {
  const estimate = { ...quote, isEstimate: true, deliverable: 24_600 }
  expect(estimateMaxPrice(25_000, estimate, held)).toBeUndefined()
  expect(estimateMaxPrice(100, { ...estimate, free: 90 }, held)).toBeUndefined()
  expect(getInitialQuantity({ ...estimate, deliverable: 0 }, {}, 1)).toBe(100)
})

test('an order of free leads alone costs nothing', () => {
  const free = { ...quote, free: 40, credits: 0 }
  expect(estimateMaxPrice(40, free, held)).toBe(0)
  expect(estimateMaxPrice(40, free, { creditsPerLead: 0 })).toBeUndefined()
})
