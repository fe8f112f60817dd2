import { buyers } from '@dooryard/contract/buyers'
import { expect, test } from 'vitest'
import {
  cashInWords,
  deedInWords,
  holdingInWords,
  mailingLine,
  nameOf,
  priceBandOf,
  typeAndTown,
  unresolvedInWords,
} from './buyer-words.ts'
import { buyerOfPoint, buyerPoints, pagePoints } from './map-points.ts'

const { response } = buyers.search
const [example] = response?.parse(response.meta()?.['example']).items ?? []
if (!example) throw new Error('The contract shows no buyer')
const [deed] = example.transfers
if (!deed) throw new Error('The contract shows no deed')

test('a buyer is named as the deeds do, in readable letters, with what and where it is', () => {
  expect(nameOf(example)).toBe('Testwell Holdings LLC')
  expect(nameOf({ names: [] })).toBe('Name not given')
  expect(typeAndTown(example)).toBe('LLC · Franklin, TN')
  expect(typeAndTown({ ...example, buyerType: 'UNKNOWN', mailingCity: null, mailingState: null })).toBe('')
  expect(mailingLine(example)).toBe('40 Sample Plaza, Franklin, TN 37064')
  expect(
    mailingLine({ ...example, mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null }),
  ).toBeUndefined()
})

test('a share paid in cash says of how many it is known, and an unknown one is no zero', () => {
  expect(cashInWords({ cashShare: 0.666, knownPayments: 3 })).toEqual({ share: '67%', of: 'of 3 known' })
  expect(cashInWords({ cashShare: 0, knownPayments: 3 })).toEqual({ share: '0%', of: 'of 3 known' })
  expect(cashInWords({ cashShare: null, knownPayments: 0 })).toEqual({ share: '–', of: 'none known' })
})

test('a holding time is in months, and nothing resold is no time at all', () => {
  expect([null, 0, 1, 2.5].map(holdingInWords)).toEqual(['–', 'Under a month', '1 month', '2.5 months'])
})

test('a deed says what is known of it, and what is not', () => {
  expect(deedInWords(deed)).toMatchObject({
    address: '1208 Example Orchard Ln',
    seller: 'From Sampler, Jane',
    details: 'Warranty deed, paid in cash',
  })
  expect(deedInWords({ ...deed, seller: null, deedType: 'UNKNOWN', cashPurchase: null })).toMatchObject({
    seller: undefined,
    details: undefined,
  })
  expect(deedInWords({ ...deed, resoldOn: '2026-08-01', cashPurchase: false }).details).toContain(
    'bought with a loan, resold Aug 1, 2026',
  )
})

test('a price band leaves out unknown prices and what was bought before the look-back', () => {
  const at = (recordedOn: string, price: number | null) => ({ ...deed, recordedOn, price })
  const buyer = {
    medianPrice: 200,
    transfers: [at('2026-03-01', 300), at('2026-02-01', 100), at('2026-02-02', null), at('2020-01-01', 9)],
  }
  expect(priceBandOf(buyer, '2026-01-01')).toEqual({
    band: { min: 100, median: 200, max: 300, known: 2 },
    prices: [100, 300],
  })
  expect(priceBandOf({ ...buyer, transfers: [at('2026-03-01', 300)] }, '2026-01-01')).toBeUndefined()
})

test('purchases of unknown buyers are spoken of when there are any', () => {
  expect(unresolvedInWords(0)).toBeUndefined()
  expect(unresolvedInWords(1)).toContain('1 further purchase here is')
  expect(unresolvedInWords(1200)).toContain('1,200 further purchases here are')
})

test('the map has the purchases that count and that lie somewhere, and says whose each is', () => {
  const buyer = {
    ...example,
    transfers: [deed, { ...deed, lat: null }, { ...deed, recordedOn: '2020-01-01' }],
  }
  const points = pagePoints([buyer], '2026-01-01', buyer.buyerKey)
  expect(points).toMatchObject([{ lat: deed.lat, lng: deed.lng, tone: 'accent' }])
  expect(points.map(({ id }) => buyerOfPoint(id))).toEqual([buyer.buyerKey])
  expect(pagePoints([buyer], '2026-01-01', undefined)).toMatchObject([{ tone: 'plain' }])
  expect(buyerPoints(buyer, '2026-01-01')).toMatchObject([
    { id: '0', tone: 'accent' },
    { id: '2', tone: 'plain' },
  ])
})
