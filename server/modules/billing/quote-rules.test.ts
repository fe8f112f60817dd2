import { expect, test } from 'vitest'
import { changeTo, hasTakenEffect, type Standing, stillFits } from './quote-rules.ts'

const periodEnd = new Date('2026-12-02T09:30:00Z')
const growth: Standing = {
  id: 's1',
  planId: 'growth',
  planName: 'Growth',
  price: 14_900,
  status: 'ACTIVE',
  periodEnd,
  cancelAtPeriodEnd: false,
  nextPlanId: null,
  nextPlanName: null,
}
const waiting = { ...growth, nextPlanId: 'starter', nextPlanName: 'Starter' }
const cancelled = { ...growth, cancelAtPeriodEnd: true }

const starter = { id: 'starter', price: 4900 }
const scale = { id: 'scale', price: 49_900 }
const same = { id: 'growth', price: 14_900 }

test('a dearer plan is an upgrade, any other a downgrade, and the present one keeps what would end', () => {
  expect(changeTo(growth, scale)).toEqual({ kind: 'UPGRADE' })
  expect(changeTo(growth, starter)).toEqual({ kind: 'DOWNGRADE' })
  expect(changeTo(growth, { id: 'other', price: growth.price })).toEqual({ kind: 'DOWNGRADE' })
  expect(changeTo(waiting, same)).toEqual({ kind: 'KEEP' })
  expect(changeTo(cancelled, same)).toEqual({ kind: 'KEEP' })
  expect(changeTo(cancelled, scale)).toEqual({ kind: 'UPGRADE' })
})

test('what a plan costs others by now does not make an upgrade: what the subscriber pays does', () => {
  expect(changeTo({ ...growth, price: 60_000 }, scale)).toEqual({ kind: 'DOWNGRADE' })
})

test.each([
  ['the plan that one has', growth, same, /Growth is your plan already/],
  ['another plan while one waits', waiting, scale, /change to Starter waits.*Keep Growth first/],
  ['the plan that waits', waiting, starter, /change to Starter waits/],
  ['any plan while the month is unpaid', { ...growth, status: 'PAST_DUE' }, scale, /Pay the open invoice first/],
])('%s cannot be chosen', (_, now, plan, says) => {
  expect(changeTo(now, plan)).toEqual({ refusal: expect.stringMatching(says) })
})

const quoted = { subscriptionId: 's1', fromPlanId: 'growth', kind: 'UPGRADE', periodEnd, cancelAtPeriodEnd: false }
const quote = { ...quoted, planId: 'scale' }
const keep = { ...quote, planId: 'growth', kind: 'KEEP' }

test('a quote fits as long as nothing of the subscription has changed', () => {
  expect(stillFits(quote, growth)).toBe(true)
  expect(stillFits(quote, { ...growth, id: 's2' })).toBe(false)
  expect(stillFits(quote, { ...growth, planId: 'starter' })).toBe(false)
  expect(stillFits(quote, { ...growth, status: 'PAST_DUE' })).toBe(false)
  expect(stillFits(quote, { ...growth, periodEnd: new Date('2027-01-02T09:30:00Z') })).toBe(false)
  expect(stillFits(quote, waiting)).toBe(false)
  expect(stillFits(keep, waiting)).toBe(true)
  expect(stillFits({ ...keep, cancelAtPeriodEnd: true }, cancelled)).toBe(true)
  expect(stillFits(keep, growth)).toBe(false)
})

test('a quote that says nothing of a cancellation undoes none, and the other way round', () => {
  expect(stillFits(quote, cancelled)).toBe(false)
  expect(stillFits(keep, { ...waiting, cancelAtPeriodEnd: true })).toBe(false)
  expect(stillFits({ ...quote, cancelAtPeriodEnd: true }, cancelled)).toBe(true)
  expect(stillFits({ ...quote, cancelAtPeriodEnd: true }, growth)).toBe(false)
})

test('a change has taken effect when the subscription is what was asked for', () => {
  expect(hasTakenEffect(quote, growth)).toBe(false)
  expect(hasTakenEffect(quote, { ...growth, planId: 'scale' })).toBe(true)
  expect(hasTakenEffect(quote, { ...growth, id: 's2', planId: 'scale' })).toBe(false)
  expect(hasTakenEffect({ ...quote, planId: 'starter', kind: 'DOWNGRADE' }, waiting)).toBe(true)
  expect(hasTakenEffect({ ...quote, planId: 'starter', kind: 'DOWNGRADE' }, growth)).toBe(false)
  expect(hasTakenEffect(keep, waiting)).toBe(false)
  expect(hasTakenEffect(keep, growth)).toBe(true)
})
