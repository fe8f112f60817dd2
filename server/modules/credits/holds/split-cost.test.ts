import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitCapture, splitCost } from './split-cost.ts'

const credits = fc.nat({ max: 1_000_000_000 })
const split = fc.record({ subscription: credits, onDemand: credits })

test('subscription credits pay first, then on-demand credits', () => {
  expect(splitCost({ subscriptionCredits: 70, onDemandCredits: 100 }, 50)).toEqual({ subscription: 50, onDemand: 0 })
  expect(splitCost({ subscriptionCredits: 70, onDemandCredits: 100 }, 90)).toEqual({ subscription: 70, onDemand: 20 })
  expect(splitCost({ subscriptionCredits: 70, onDemandCredits: 100 }, 171)).toBeNull()
})

test('a split is rejected exactly when the balance is too low, and otherwise is whole and within both buckets', () => {
  fc.assert(
    fc.property(credits, credits, fc.nat({ max: 2_500_000_000 }), (subscriptionCredits, onDemandCredits, cost) => {
      const result = splitCost({ subscriptionCredits, onDemandCredits }, cost)
      expect(result === null).toBe(cost > subscriptionCredits + onDemandCredits)
      if (!result) return
      expect(result.subscription + result.onDemand).toBe(cost)
      expect(result.subscription).toBe(Math.min(subscriptionCredits, cost))
      expect(result.onDemand).toBeLessThanOrEqual(onDemandCredits)
    }),
  )
})

test('captured and released credits add up to the held ones in each bucket, and on-demand credits are released first', () => {
  fc.assert(
    fc.property(split, fc.double({ min: 0, max: 1, noNaN: true }), (held, share) => {
      const capture = Math.floor((held.subscription + held.onDemand) * share)
      const { captured, released } = splitCapture(held, capture)
      expect(captured.subscription + captured.onDemand).toBe(capture)
      expect(captured.subscription + released.subscription).toBe(held.subscription)
      expect(captured.onDemand + released.onDemand).toBe(held.onDemand)
      for (const part of [captured, released])
        for (const whole of Object.values(part)) expect(Number.isInteger(whole) && whole >= 0).toBe(true)
      if (captured.onDemand > 0) expect(released.subscription).toBe(0)
    }),
  )
})

test('capturing more than was held, or a negative amount, throws an error', () => {
  const held = { subscription: 3, onDemand: 4 }
  expect(() => splitCapture(held, 8)).toThrow('cannot capture 8 of 7 credits held')
  expect(() => splitCapture(held, -1)).toThrow('cannot capture -1 of 7 credits held')
})
