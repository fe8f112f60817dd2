import type { OrderQuote } from '@dooryard/contract/orders/order-quote'
import { expect, test } from 'vitest'
import { toOrderBreakdownLines } from './order-breakdown-lines.ts'

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

test.each([call, mail])('all matches minus the deductions are the deliverable leads ($campaignType)', (quote) => {
  const lines = toOrderBreakdownLines(quote)
  const taken = lines.filter(({ kind }) => kind === 'less').reduce((sum, { count }) => sum + count, 0)
  const [start] = lines
  expect(start?.count).toBe(quote.matched)
  expect((start?.count ?? 0) - taken).toBe(lines.at(-1)?.count)
})

test('suppressed numbers are split by reason, without reasons that do not occur', () => {
  const parts = toOrderBreakdownLines(call).find(({ key }) => key === 'suppressed')?.parts
  expect(parts?.map(({ label, count }) => [label, count])).toEqual([
    ['On the national do-not-call registry', 204],
    ['Cannot be checked', 20],
  ])
})

test('owners that have not been skip traced are not counted as undeliverable', () => {
  const hint = toOrderBreakdownLines(call).find(({ key }) => key === 'noContact')?.hint
  expect(hint).toBe('40 were never looked up: an order asks the contact provider.')
})

test('a mail-ready quote does not mention phones, and shows the free leads', () => {
  const lines = toOrderBreakdownLines(mail)
  expect(lines.map(({ key }) => key)).toEqual(['matched', 'noContact', 'deliverable'])
  expect(lines.at(-1)?.hint).toBe('12 of them free: paid for within 365 days.')
})
