import type { Property } from '@dooryard/contract/properties/properties'
import type { Transfer } from '@dooryard/contract/properties/transfers'
import { expect, test } from 'vitest'
import { getWholeYears } from '../owner/holding.ts'
import { buildHistory, listPricePoints } from './history-events.ts'

const deed: Transfer = {
  ...{ recordedOn: '2019-05-10', isMonthOnly: false, price: 240_000, deedType: 'WARRANTY', isDeedInferred: false },
  ...{ buyer: 'TESTWELL HOLDINGS LLC', buyerType: 'LLC', seller: 'SAMPLE ANNA', loanAmount: 180_000, lender: null },
  ...{ cashPurchase: false, armsLength: true, document: null, isMultiParcel: false, rolls: ['Example deeds'] },
  ingestedAt: '2026-11-02T09:30:00.000Z',
}
const source = { recordedOn: '2026-10-01', ingestedAt: '2026-11-02T09:30:00.000Z' }
const property = {
  ...{ transfers: [deed], isOwnerMasked: false, valueYear: 2026, marketValue: 310_000, assessedValue: 248_000 },
  ...{ taxAmount: 3_100, taxYear: 2025, lastSaleDate: '2019-05-01', isLastSaleMonthOnly: true, lastSalePrice: 240_000 },
  ...{ previousSaleDate: '2004-03-09', previousSalePrice: null },
  mortgages: [
    {
      ...{ position: 1, loanType: 'CONVENTIONAL', lender: 'FIRST EXAMPLE BANK', lenderType: 'BANK', amount: 180_000 },
      ...{ originatedOn: '2021-02-03', rateType: 'FIXED' },
    },
  ],
  provenance: [
    { group: 'VALUE', roll: 'Example roll', ...source },
    { group: 'SALE', roll: 'Example roll', ...source },
  ],
} as unknown as Property // the fields that the history reads

const summarize = (shown: Property) => buildHistory(shown).map(({ when, title, amount }) => [when, title, amount])

test('the history has the county value, the loans and the deeds, newest first, each with its source', () => {
  expect(summarize(property)).toEqual([
    ['2026', 'Market value set by the county', 310_000],
    ['Feb 3, 2021', 'Open mortgage 1', 180_000],
    ['May 10, 2019', 'Sale', 240_000],
  ])
  expect(buildHistory(property)[0]?.source).toBe('Example roll, as of Oct 1, 2026, imported Nov 2, 2026')
  expect(buildHistory(property)[0]?.details).toBe('Assessed at $248,000, property tax $3,100 in 2025')
})

test('without deeds the sales of the county dataset stand in, with as much of the day as is known', () => {
  expect(summarize({ ...property, transfers: [], mortgages: null, valueYear: null })).toEqual([
    ['May 2019', 'Sale', 240_000],
    ['Mar 9, 2004', 'Sale', null],
  ])
})

test('a price of several parcels is in the history, and no point of the chart, unlike another sale of its day', () => {
  const shown = { ...property, transfers: [deed, { ...deed, price: 900_000, isMultiParcel: true }] }
  const { sales, values } = listPricePoints(buildHistory(shown))
  expect(buildHistory(shown)).toHaveLength(4)
  expect(sales).toEqual([{ day: '2019-05-10', value: 240_000 }])
  expect(values).toEqual([{ day: '2026-01-01', value: 310_000 }])
})

test('an owner has held for whole years', () => {
  expect(getWholeYears('2019-12-01', '2026-11-30')).toBe(6)
  expect(getWholeYears('2019-11-30', '2026-11-30')).toBe(7)
})
