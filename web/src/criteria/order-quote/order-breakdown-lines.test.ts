import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { expect, test } from 'vitest'
import { formatFullPrice, toOrderBreakdownLines } from './order-breakdown-lines.ts'

const call: OrderQuote = {
  campaignType: 'CALL_READY',
  matched: 1834,
  alreadyDelivered: 200,
  purchased: 140,
  purchasedForMail: 60,
  phonesToAdd: 31,
  free: 0,
  duplicates: 0,
  noContact: 510,
  notTraced: 40,
  suppressed: 224,
  suppressedBy: [
    { result: 'NATIONAL_DNC', count: 204 },
    { result: 'NOT_SCRUBBED', count: 20 },
    { result: 'LITIGATOR', count: 0 },
  ],
  deliverable: 900,
  creditsPerLead: 3,
  creditsToAddPhones: 2,
  credits: 2700,
  minQuantity: 50,
  dataAsOf: null,
  isEstimate: false,
}
const mail: OrderQuote = {
  ...call,
  campaignType: 'MAIL_READY',
  alreadyDelivered: 0,
  purchased: 0,
  purchasedForMail: 0,
  phonesToAdd: 0,
  free: 12,
  notTraced: 0,
  suppressed: 0,
  suppressedBy: [],
  deliverable: 1324,
}

test.each([call, mail])('all matches minus the deductions are the deliverable leads ($campaignType)', (quote) => {
  const lines = toOrderBreakdownLines(quote)
  const taken = lines.filter(({ kind }) => kind === 'less').reduce((sum, { count }) => sum + count, 0)
  const [start] = lines
  expect(start?.count).toBe(quote.matched)
  expect((start?.count ?? 0) - taken).toBe(lines.at(-1)?.count)
})

test('what one per owner or mailing address spares is a deduction of its own', () => {
  const lines = toOrderBreakdownLines({ ...mail, duplicates: 24, deliverable: 1300 })
  expect(lines.map(({ key, count }) => [key, count]).slice(-2)).toEqual([
    ['duplicates', 24],
    ['deliverable', 1300],
  ])
})

test('suppressed numbers are split by reason, without reasons that do not occur', () => {
  const parts = toOrderBreakdownLines(call).find(({ key }) => key === 'suppressed')?.parts
  expect(parts?.map(({ label, count }) => [label, count])).toEqual([
    ['On the national do-not-call registry', 204],
    ['Not scrubbed', 20],
  ])
})

test('owners that have not been skip traced are not counted as undeliverable', () => {
  const hint = toOrderBreakdownLines(call).find(({ key }) => key === 'noContact')?.hint
  expect(hint).toBe('40 not skip traced yet: an order skip traces them.')
})

// The same audience with the phones: 29 of the leads purchased for mail have no callable number.
const withPhones: OrderQuote = {
  ...call,
  ...{ alreadyDelivered: 140, purchasedForMail: 0, noContact: 520, suppressed: 243, deliverable: 931, credits: 2762 },
}

test('what was purchased is split by whether phones can be added', () => {
  const counts = (quote: OrderQuote, isAdding = false) =>
    toOrderBreakdownLines(quote, isAdding).map(({ label, count }) => [label, count])
  expect(counts(call).slice(1, 3)).toEqual([
    ['Already purchased with phones', 140],
    ['Purchased for mail', 60],
  ])
  expect(counts(withPhones).slice(1, 3)).toEqual([
    ['Already purchased with phones', 140],
    ['No known phone number', 520],
  ])
  expect(counts(withPhones, true).slice(1, 3)).toEqual([
    ['Already purchased with phones', 140],
    ['Purchased for mail', 0],
  ])
  expect(counts({ ...mail, alreadyDelivered: 9, purchased: 9 })[1]).toEqual(['Already purchased', 9])
})

test('phones are added at the difference of both prices', () => {
  expect(toOrderBreakdownLines(withPhones).at(-1)?.hint).toBe('31 of them purchased for mail: phones are added.')
  expect(formatFullPrice(withPhones)).toBe('900 × 3 credits + 31 × 2 credits')
  expect(formatFullPrice(call)).toBe('900 × 3 credits')
  expect(formatFullPrice({ ...withPhones, deliverable: 31 })).toBe('31 × 2 credits')
})

test('a mail-ready quote does not mention phones, and shows the free leads', () => {
  const lines = toOrderBreakdownLines(mail)
  expect(lines.map(({ key }) => key)).toEqual(['matched', 'noContact', 'deliverable'])
  expect(lines.at(-1)?.hint).toBe('12 of them free: purchased in the last 365 days.')
})

test('of an estimated quote, the deliverable leads are about so many', () => {
  const lines = toOrderBreakdownLines({ ...call, isEstimate: true })
  expect(lines.filter(({ isEstimate }) => isEstimate)).toMatchObject([
    { key: 'deliverable', hint: expect.stringContaining('Estimated from a sample of these leads.') },
  ])
  expect(toOrderBreakdownLines(call).some(({ isEstimate }) => isEstimate)).toBe(false)
})
