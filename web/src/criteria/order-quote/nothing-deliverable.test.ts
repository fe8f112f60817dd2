import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import { expect, test } from 'vitest'
import { explainNothingCounted, explainNothingDeliverable } from './nothing-deliverable.ts'

const quote: OrderQuote = {
  campaignType: 'CALL_READY',
  ...{ matched: 0, alreadyDelivered: 0, purchased: 0, purchasedForMail: 0, phonesToAdd: 0, free: 0, duplicates: 0 },
  ...{ noContact: 0, notTraced: 0, suppressed: 0, suppressedBy: [], deliverable: 0 },
  ...{ creditsPerLead: 3, creditsToAddPhones: 2, credits: 0, minQuantity: 1, dataAsOf: null, isEstimate: false },
}

test.each<[string, Partial<OrderQuote>, string | undefined]>([
  ['something is deliverable', { matched: 3, deliverable: 1 }, undefined],
  ['none was found in a sample', { matched: 500_000, noContact: 500_000, isEstimate: true }, undefined],
  ['some owners are still to be looked up', { matched: 3, noContact: 3, notTraced: 2 }, undefined],
  ['nothing matches', {}, 'Nothing matches these filters. Loosen them to find leads.'],
  [
    'everything is purchased',
    { matched: 9, alreadyDelivered: 9, purchased: 9 },
    'You purchased all 9 matches in the last 365 days. Loosen the filters, or include purchased leads.',
  ],
  [
    'phones can be added',
    { matched: 9, alreadyDelivered: 9, purchasedForMail: 9, phonesToAdd: 4 },
    'You purchased 9 matches for mail. Add phones, or loosen the filters.',
  ],
  [
    'no new lead has a number',
    { matched: 9, alreadyDelivered: 4, purchased: 4, noContact: 5 },
    'None of the new leads has a callable phone number. Loosen the filters, or include purchased leads.',
  ],
  [
    'no address is complete',
    { campaignType: 'MAIL_READY', matched: 5, noContact: 5 },
    'None of the matches has an owner name and a full mailing address. Loosen the filters.',
  ],
])('when %s, it says why nothing can be ordered and what to do', (_, counts, text) => {
  expect(explainNothingDeliverable({ ...quote, ...counts })).toBe(text)
})

test('places without data are named, unless their matches are purchased', () => {
  const noData = 'No data for Butte County, CA yet'
  expect(explainNothingDeliverable(quote, noData)).toBe('No data for Butte County, CA yet. Choose other places.')
  const counted = { count: 0, alreadyDelivered: 0 } as PropertyCount
  expect(explainNothingCounted(counted, noData)).toBe('No data for Butte County, CA yet. Choose other places.')
  expect(explainNothingCounted({ ...counted, alreadyDelivered: 1 }, noData)).toMatch(/^You purchased the only match/)
})
