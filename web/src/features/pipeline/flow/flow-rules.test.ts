import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { expect, test } from 'vitest'
import { buildTypeSteps, getStackRemoval, toBarWidth } from './flow-rules.ts'

const quote: OrderQuote = {
  campaignType: 'CALL_READY',
  matched: 1000,
  alreadyDelivered: 100,
  purchased: 70,
  purchasedForMail: 30,
  phonesToAdd: 12,
  free: 0,
  duplicates: 0,
  noContact: 300,
  notTraced: 40,
  suppressed: 150,
  suppressedBy: [
    { result: 'NATIONAL_DNC', count: 150 },
    { result: 'STATE_DNC', count: 0 },
  ],
  deliverable: 450,
  creditsPerLead: 3,
  creditsToAddPhones: 2,
  credits: 1350,
  minQuantity: 50,
  dataAsOf: null,
  isEstimate: false,
}

test('each step is the previous one minus what it removes', () => {
  const steps = buildTypeSteps(quote)
  expect(steps.map(({ key, count }) => [key, count])).toEqual([
    ['new', 900],
    ['contactable', 600],
    ['allowed', 450],
    ['deliverable', 450],
  ])
  let left = quote.matched
  for (const { count, removed } of steps) {
    left -= removed?.count ?? 0
    expect(count).toBe(left)
  }
})

test('suppressed leads are split by reason, without empty reasons', () => {
  const allowed = buildTypeSteps(quote).find(({ key }) => key === 'allowed')
  expect(allowed?.removed?.parts).toEqual([
    { key: 'NATIONAL_DNC', label: 'On the national do-not-call registry', count: 150 },
  ])
  expect(buildTypeSteps(quote)[1]?.removed?.hint).toContain('40 not skip traced yet')
})

test('purchased leads are split by what was purchased', () => {
  expect(buildTypeSteps(quote)[0]?.removed).toMatchObject({
    reason: 'already purchased',
    parts: [
      { label: 'Purchased with phones', count: 70 },
      { label: 'Purchased for mail', count: 30 },
    ],
  })
})

test('mail is not checked against the do-not-call lists', () => {
  const mail: OrderQuote = { ...quote, campaignType: 'MAIL_READY', suppressed: 0, suppressedBy: [], deliverable: 600 }
  expect(buildTypeSteps(mail).map(({ key }) => key)).toEqual(['new', 'contactable', 'deliverable'])
  expect(buildTypeSteps(mail).at(-1)?.removed).toMatchObject({ count: 0, noneText: 'Mail needs no do-not-call check' })
})

test('a mailing leaves out further properties of an owner or mailing address', () => {
  const mail: OrderQuote = { ...quote, campaignType: 'MAIL_READY', suppressed: 0, suppressedBy: [], deliverable: 570 }
  const [contactable, deliverable] = buildTypeSteps({ ...mail, duplicates: 30 }).slice(1)
  expect(contactable?.count).toBe(600)
  expect(deliverable).toMatchObject({ count: 570, removed: { count: 30 } })
})

test('a stack explains what it removes, depending on its mode', () => {
  expect(getStackRemoval(1200, 1000, 1)).toMatchObject({ count: 200, reason: 'found by more than one search' })
  expect(getStackRemoval(1200, 300, 2).reason).toContain('too few')
})

test('a tiny share stays visible, and zero does not', () => {
  expect(toBarWidth(1, 1_000_000)).toBeGreaterThan(0)
  expect(toBarWidth(0, 10)).toBe(0)
  expect(toBarWidth(5, 0)).toBe(0)
  expect(toBarWidth(10, 10)).toBe(100)
})
