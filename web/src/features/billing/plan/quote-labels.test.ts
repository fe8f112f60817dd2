import { exampleOf } from '@dooryard/contract/examples'
import { Quote, Subscription } from '@dooryard/contract/subscriptions'
import { expect, test } from 'vitest'
import { quoteAction, quoteDone, quoteLead, quoteLines, quoteTitle } from './quote-labels.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const at = '2026-12-02T12:00:00.000Z'
const growth: Subscription = exampleOf(Subscription)
const upgrade: Quote = { ...exampleOf(Quote), nextInvoice: { amount: usd(49_900), at } }
const downgrade: Quote = { ...upgrade, kind: 'DOWNGRADE', effectiveAt: at, amountDueNow: usd(0), creditsGrantedNow: 0 }
const keep: Quote = { ...downgrade, kind: 'KEEP' }

test('an upgrade says what is paid now, and how that comes about', () => {
  expect(quoteTitle('Scale', 'UPGRADE')).toBe('Change to Scale?')
  expect(quoteAction(upgrade, 'Scale')).toBe('Change to Scale, pay $175.00 now')
  expect(quoteLines(upgrade, 'Scale', 'Growth').map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Scale, 15 of 30 days: $249.50',
    'Growth for those days, paid already: −$74.50',
    'Due now: $175.00',
    'Credits now: +6,000',
  ])
  expect(quoteDone(upgrade, 'Scale')).toBe('You are on Scale now, with 6,000 more credits')
})

test('a coupon stands in the bill with what it takes off and gives', () => {
  const cheaper: Quote = {
    ...upgrade,
    discount: usd(17_500),
    amountDueNow: usd(0),
    bonusCredits: 50,
    coupon: { code: 'SPRING', says: '100% off' },
  }
  expect(quoteLines(cheaper, 'Scale', 'Growth').map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Scale, 15 of 30 days: $249.50',
    'Growth for those days, paid already: −$74.50',
    'Coupon SPRING: −$175.00',
    'Due now: $0.00',
    'Credits now: +6,000',
    'From the coupon: +50',
  ])
  expect(quoteAction(cheaper, 'Scale')).toBe('Change to Scale, pay nothing now')
})

test('a downgrade says from when, and has no bill', () => {
  expect(quoteAction(downgrade, 'Starter')).toBe('Change to Starter from Dec 2, 2026')
  expect(quoteLead(downgrade, 'Starter', growth)).toBe(
    'You keep Growth and its credits until Dec 2, 2026. Starter begins then, and nothing is due now.',
  )
  expect(quoteLead(downgrade, 'Starter', { ...growth, cancelAtPeriodEnd: true })).toMatch(
    / Your cancellation is undone\.$/,
  )
  expect(quoteLines(downgrade, 'Starter', 'Growth')).toEqual([])
  expect(quoteDone(downgrade, 'Starter')).toBe('Starter begins on Dec 2, 2026')
})

test('keeping a plan says what is undone', () => {
  expect(quoteTitle('Growth', 'KEEP')).toBe('Keep Growth?')
  expect(quoteAction(keep, 'Growth')).toBe('Keep Growth')
  expect(quoteLead(keep, 'Growth', { ...growth, cancelAtPeriodEnd: true })).toMatch(/^The cancellation is undone/)
  const next = { planId: '1', planName: 'Starter', price: usd(4900), creditsPerPeriod: 1000 }
  expect(quoteLead(keep, 'Growth', { ...growth, next })).toMatch(/^The change to Starter is undone/)
})
