import { expect, test } from 'vitest'
import { type CurrentSubscription, hasTakenEffect, isQuoteCurrent, resolvePlanChange } from './plan-change-rules.ts'

const periodEnd = new Date('2026-12-02T09:30:00Z')
const growth: CurrentSubscription = {
  id: 's1',
  planId: 'growth',
  planName: 'Growth',
  interval: 'MONTH',
  price: 14_900,
  creditsPerPeriod: 4000,
  status: 'ACTIVE',
  periodEnd,
  cancelAtPeriodEnd: false,
  nextPlanId: null,
  nextPlanName: null,
}
const waiting = { ...growth, nextPlanId: 'starter', nextPlanName: 'Starter' }
const cancelled = { ...growth, cancelAtPeriodEnd: true }
const annual = { ...growth, interval: 'YEAR', price: 149_000 }

const monthly = { interval: 'MONTH' } as const
const starter = { ...monthly, planId: 'starter', name: 'Starter', price: 4900, credits: 1000 }
const scale = { ...monthly, planId: 'scale', name: 'Scale', price: 49_900, credits: 16_000 }
const same = { ...monthly, planId: 'growth', name: 'Growth', price: 14_900, credits: 4000 }
const toAnnual = (plan: typeof same) => ({ ...plan, interval: 'YEAR' as const, price: plan.price * 10 })

test('a more expensive plan is an upgrade, any other a downgrade, and the current one undoes a scheduled end', () => {
  expect(resolvePlanChange(growth, scale)).toEqual({ kind: 'UPGRADE' })
  expect(resolvePlanChange(growth, starter)).toEqual({ kind: 'DOWNGRADE' })
  expect(resolvePlanChange(growth, { ...same, planId: 'other' })).toEqual({ kind: 'DOWNGRADE' })
  expect(resolvePlanChange(waiting, same)).toEqual({ kind: 'KEEP' })
  expect(resolvePlanChange(cancelled, same)).toEqual({ kind: 'KEEP' })
  expect(resolvePlanChange(cancelled, scale)).toEqual({ kind: 'UPGRADE' })
})

test('the year of the same or a larger plan begins at once; within a year the price decides', () => {
  expect(resolvePlanChange(growth, toAnnual(same))).toEqual({ kind: 'UPGRADE' })
  expect(resolvePlanChange(growth, toAnnual(scale))).toEqual({ kind: 'UPGRADE' })
  expect(resolvePlanChange(annual, toAnnual(scale))).toEqual({ kind: 'UPGRADE' })
  expect(resolvePlanChange(annual, toAnnual(starter))).toEqual({ kind: 'DOWNGRADE' })
})

test("the subscriber's own price decides whether a change is an upgrade, not the current price", () => {
  expect(resolvePlanChange({ ...growth, price: 60_000 }, scale)).toEqual({ kind: 'DOWNGRADE' })
})

test.each([
  ['the plan that one has', growth, same, /Growth is your plan already/],
  ['another plan while one waits', waiting, scale, /change to Starter waits.*Keep Growth first/],
  ['the plan that waits', waiting, starter, /change to Starter waits/],
  ['a smaller plan by the year', growth, toAnnual(starter), /Starter is smaller than Growth.*by the month first/],
  ['a year that costs no more than the month', growth, { ...toAnnual(same), price: 14_900 }, /smaller than Growth/],
  ['the month while a year is paid', annual, same, /Growth is paid until December 2, 2026.*cancel it/],
  ['the annual plan that one has', annual, toAnnual(same), /Growth is your plan already/],
  ['any plan while the month is unpaid', { ...growth, status: 'PAST_DUE' }, scale, /Pay the open invoice first/],
])('%s cannot be chosen', (_, now, plan, says) => {
  expect(resolvePlanChange(now, plan)).toEqual({ refusal: expect.stringMatching(says) })
})

const quoted = {
  subscriptionId: 's1',
  interval: 'MONTH',
  fromPlanId: 'growth',
  kind: 'UPGRADE',
  periodEnd,
  cancelAtPeriodEnd: false,
}
const quote = { ...quoted, planId: 'scale' }
const keep = { ...quote, planId: 'growth', kind: 'KEEP' }

test('a quote is current as long as the subscription has not changed', () => {
  expect(isQuoteCurrent(quote, growth)).toBe(true)
  expect(isQuoteCurrent(quote, { ...growth, id: 's2' })).toBe(false)
  expect(isQuoteCurrent(quote, { ...growth, planId: 'starter' })).toBe(false)
  expect(isQuoteCurrent(quote, { ...growth, status: 'PAST_DUE' })).toBe(false)
  expect(isQuoteCurrent(quote, { ...growth, periodEnd: new Date('2027-01-02T09:30:00Z') })).toBe(false)
  expect(isQuoteCurrent(quote, waiting)).toBe(false)
  expect(isQuoteCurrent(keep, waiting)).toBe(true)
  expect(isQuoteCurrent({ ...keep, cancelAtPeriodEnd: true }, cancelled)).toBe(true)
  expect(isQuoteCurrent(keep, growth)).toBe(false)
})

test('a quote without a cancellation undoes none, and the other way round', () => {
  expect(isQuoteCurrent(quote, cancelled)).toBe(false)
  expect(isQuoteCurrent(keep, { ...waiting, cancelAtPeriodEnd: true })).toBe(false)
  expect(isQuoteCurrent({ ...quote, cancelAtPeriodEnd: true }, cancelled)).toBe(true)
  expect(isQuoteCurrent({ ...quote, cancelAtPeriodEnd: true }, growth)).toBe(false)
})

test('a change has taken effect once the subscription has the requested state', () => {
  expect(hasTakenEffect(quote, growth)).toBe(false)
  expect(hasTakenEffect(quote, { ...growth, planId: 'scale' })).toBe(true)
  expect(hasTakenEffect(quote, { ...growth, id: 's2', planId: 'scale' })).toBe(false)
  expect(hasTakenEffect({ ...quote, planId: 'starter', kind: 'DOWNGRADE' }, waiting)).toBe(true)
  expect(hasTakenEffect({ ...quote, planId: 'starter', kind: 'DOWNGRADE' }, growth)).toBe(false)
  expect(hasTakenEffect(keep, waiting)).toBe(false)
  expect(hasTakenEffect(keep, growth)).toBe(true)
  expect(hasTakenEffect({ ...quote, planId: 'growth', interval: 'YEAR' }, growth)).toBe(false)
  expect(hasTakenEffect({ ...quote, planId: 'growth', interval: 'YEAR' }, annual)).toBe(true)
})
