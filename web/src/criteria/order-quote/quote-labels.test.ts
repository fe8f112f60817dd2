import type { OrderQuote } from '@dooryard/contract/order-quote'
import { expect, test } from 'vitest'
import { quoteLines } from './quote-labels.ts'

const call: OrderQuote = {
  campaignType: 'CALL_READY',
  matched: 1834,
  alreadyDelivered: 200,
  free: 0,
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
  credits: 2700,
  minQuantity: 50,
  dataAsOf: null,
}
const mail: OrderQuote = {
  ...call,
  campaignType: 'MAIL_READY',
  alreadyDelivered: 0,
  free: 12,
  notTraced: 0,
  suppressed: 0,
  suppressedBy: [],
  deliverable: 1324,
}

test.each([call, mail])('what is taken away leaves what can be delivered ($campaignType)', (quote) => {
  const lines = quoteLines(quote)
  const taken = lines.filter(({ kind }) => kind === 'less').reduce((sum, { count }) => sum + count, 0)
  const [start] = lines
  expect(start?.count).toBe(quote.matched)
  expect((start?.count ?? 0) - taken).toBe(lines.at(-1)?.count)
})

test('numbers that may not be called are split by why, without reasons that nobody has', () => {
  const parts = quoteLines(call).find(({ key }) => key === 'suppressed')?.parts
  expect(parts?.map(({ label, count }) => [label, count])).toEqual([
    ['On the national do-not-call registry', 204],
    ['Cannot be checked', 20],
  ])
})

test('owners nobody was asked about yet are not given up', () => {
  const hint = quoteLines(call).find(({ key }) => key === 'noContact')?.hint
  expect(hint).toBe('40 were never looked up: an order asks the contact provider.')
})

test('a quote of mail speaks of no phone, and says what is free', () => {
  const lines = quoteLines(mail)
  expect(lines.map(({ key }) => key)).toEqual(['matched', 'noContact', 'deliverable'])
  expect(lines.at(-1)?.hint).toBe('12 of them free: paid for within 365 days.')
})
