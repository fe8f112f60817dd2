import { expect, test } from 'vitest'
import { getOrderAction, getUsefulQuantity } from './order-action.ts'

const terms = { creditsPerLead: 1, minQuantity: 1 }
const quote = { deliverable: 7042, notTraced: 0, isEstimate: false }
const getBalance = (onDemandCredits: number) => ({
  subscriptionCredits: 0,
  subscriptionCreditsHeld: 0,
  onDemandCredits,
})
const act = (quantity: number | undefined, credits: number) =>
  getOrderAction({ quantity, terms, quote, balance: getBalance(credits) })

test('an order that the balance covers is placed as it is', () => {
  expect(act(7042, 7042)).toEqual({ type: 'order' })
  expect(act(1, 1)).toEqual({ type: 'order' })
})

test('an order above the deliverable leads is offered for those, whatever the balance covers', () => {
  expect(act(7043, 9000)).toEqual({ type: 'orderFewer', quantity: 7042 })
  expect(act(7043, 7042)).toEqual({ type: 'orderFewer', quantity: 7042 })
})

test('missing credits are bought for what can be delivered, or fewer leads are ordered', () => {
  expect(act(7043, 7000)).toEqual({ type: 'buy', quantity: 7042, shortfall: 42, covered: 7000 })
  expect(act(100, 0)).toEqual({ type: 'buy', quantity: 100, shortfall: 100, covered: 0 })
})

test('fewer leads than the smallest order are not offered', () => {
  const state = { quantity: 60, terms: { creditsPerLead: 3, minQuantity: 50 }, quote, balance: getBalance(149) }
  expect(getOrderAction(state)).toEqual({ type: 'buy', quantity: 60, shortfall: 31, covered: 0 })
  expect(getOrderAction({ ...state, balance: getBalance(150) })).toEqual({
    ...{ type: 'buy', quantity: 60, shortfall: 30, covered: 50 },
  })
})

test('nothing is ordered when nothing can be delivered', () => {
  const nothing = { ...quote, deliverable: 0 }
  expect(getOrderAction({ quantity: 5, terms, quote: nothing, balance: getBalance(9) })).toEqual({ type: 'none' })
})

test('without a valid quantity the form says what is wrong with it', () => {
  expect(act(undefined, 0)).toEqual({ type: 'order' })
})

test('what is agreed to before buying credits is what can be delivered then', () => {
  expect(getUsefulQuantity(7043, terms, quote)).toBe(7042)
  expect(getUsefulQuantity(100, terms, quote)).toBe(100)
  expect(getUsefulQuantity(100, { minQuantity: 50 }, { ...quote, deliverable: 20 })).toBe(50)
  expect(getUsefulQuantity(7043, terms, undefined)).toBe(7043)
})

test('the order agreed to before buying credits is the same when they are here', () => {
  const getAgreed = (credits: number) => {
    const action = act(7043, credits)
    return action.type === 'buy' ? action.quantity : getUsefulQuantity(7043, terms, quote)
  }
  expect([7000, 7042, 7043, 9000].map(getAgreed)).toEqual([7042, 7042, 7042, 7042])
})

test('an estimate refuses no order and limits none', () => {
  const actOn = (deliverable: number, quantity: number, credits: number) => {
    const estimate = { ...quote, deliverable, isEstimate: true }
    return getOrderAction({ quantity, terms, quote: estimate, balance: getBalance(credits) })
  }
  expect(actOn(0, 5, 5)).toEqual({ type: 'order' })
  expect(actOn(24_600, 25_000, 24_600)).toEqual({ type: 'buy', quantity: 25_000, shortfall: 400, covered: 24_600 })
})
