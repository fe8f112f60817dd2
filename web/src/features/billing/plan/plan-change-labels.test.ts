import { getExample } from '@dooryard/contract/api/examples'
import { PlanChangePreview, Subscription } from '@dooryard/contract/billing/subscriptions'
import { expect, test } from 'vitest'
import {
  formatPlanChangeAction,
  formatPlanChangeDone,
  formatPlanChangeSummary,
  formatPlanChangeTitle,
  isAnnualSwitch,
  toPlanChangeLines,
} from './plan-change-labels.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const at = '2026-12-02T12:00:00.000Z'
const growth: Subscription = getExample(Subscription)
const upgrade: PlanChangePreview = { ...getExample(PlanChangePreview), nextInvoice: { amount: usd(49_900), at } }
const downgrade: PlanChangePreview = {
  ...upgrade,
  kind: 'DOWNGRADE',
  effectiveAt: at,
  amountDueNow: usd(0),
  creditsGrantedNow: 0,
}
const keep: PlanChangePreview = { ...downgrade, kind: 'KEEP' }

test('an upgrade shows the amount due now and its breakdown', () => {
  expect(formatPlanChangeTitle({ name: 'Scale', kind: 'UPGRADE', isSwitch: false })).toBe('Change to Scale?')
  expect(formatPlanChangeAction(upgrade, { name: 'Scale', isSwitch: false })).toBe('Upgrade and pay $175.00')
  expect(toPlanChangeLines(upgrade, 'Scale', growth).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Scale, 15 of 30 days: $249.50',
    'Growth for those days, paid already: −$74.50',
    'Due now: $175.00',
    'Credits now: +6,000',
  ])
  expect(formatPlanChangeDone(upgrade, 'Scale')).toBe('Plan changed to Scale, with 6,000 more credits')
})

test('a switch of the own plan to the year is named as that', () => {
  expect(isAnnualSwitch({ id: growth.planId, interval: 'YEAR' }, growth)).toBe(true)
  expect(isAnnualSwitch({ id: 'scale', interval: 'YEAR' }, growth)).toBe(false)
  expect(isAnnualSwitch({ id: growth.planId }, growth)).toBe(false)
  expect(formatPlanChangeTitle({ name: 'Growth', kind: 'UPGRADE', isSwitch: true })).toBe(
    'Switch Growth to annual billing?',
  )
  expect(formatPlanChangeAction(upgrade, { name: 'Growth', isSwitch: true })).toBe('Switch and pay $175.00')
})

test('the bill shows the discount and the bonus credits of a coupon', () => {
  const cheaper: PlanChangePreview = {
    ...upgrade,
    discount: usd(17_500),
    amountDueNow: usd(0),
    bonusCredits: 50,
    coupon: { code: 'SPRING', says: '100% off' },
  }
  expect(toPlanChangeLines(cheaper, 'Scale', growth).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Scale, 15 of 30 days: $249.50',
    'Growth for those days, paid already: −$74.50',
    'Coupon SPRING: −$175.00',
    'Due now: $0.00',
    'Credits now: +6,000',
    'Coupon bonus: +50',
  ])
  expect(formatPlanChangeAction(cheaper, { name: 'Scale', isSwitch: false })).toBe('Upgrade for free')
})

test('a downgrade shows its start date and has no bill', () => {
  expect(formatPlanChangeAction(downgrade, { name: 'Starter', isSwitch: false })).toBe(
    'Change to Starter from Dec 2, 2026',
  )
  expect(formatPlanChangeSummary(downgrade, 'Starter', growth)).toBe(
    'You keep Growth and its credits until Dec 2, 2026. Starter begins then, and nothing is due now.',
  )
  expect(formatPlanChangeSummary(downgrade, 'Starter', { ...growth, cancelAtPeriodEnd: true })).toMatch(
    / Your cancellation is undone\.$/,
  )
  expect(toPlanChangeLines(downgrade, 'Starter', growth)).toEqual([])
  expect(formatPlanChangeDone(downgrade, 'Starter')).toBe('Starter begins on Dec 2, 2026')
})

test('keeping the plan says which change is cancelled', () => {
  expect(formatPlanChangeTitle({ name: 'Growth', kind: 'KEEP', isSwitch: false })).toBe('Keep Growth?')
  expect(formatPlanChangeAction(keep, { name: 'Growth', isSwitch: false })).toBe('Keep Growth')
  expect(formatPlanChangeSummary(keep, 'Growth', { ...growth, cancelAtPeriodEnd: true })).toMatch(
    /^The cancellation is undone/,
  )
  const next = { planId: '1', planName: 'Starter', price: usd(4900), creditsPerPeriod: 1000 }
  expect(formatPlanChangeSummary(keep, 'Growth', { ...growth, next })).toMatch(/^The change to Starter is undone/)
})

test('a switch to the year bills all of it, less the unused days of the month', () => {
  const annual = {
    ...upgrade,
    interval: 'YEAR',
    charge: usd(149_000),
    credit: usd(7450),
    amountDueNow: usd(141_550),
  } as const
  expect(toPlanChangeLines(annual, 'Growth', growth).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Growth, one year: $1,490.00',
    'Growth, 15 of 30 days unused: −$74.50',
    'Due now: $1,415.50',
    'Credits now: +6,000',
  ])
  expect(formatPlanChangeSummary(annual, 'Growth', growth)).toBe(
    'A year of Growth begins now. The days that are left of your month are taken off the price.',
  )
})
