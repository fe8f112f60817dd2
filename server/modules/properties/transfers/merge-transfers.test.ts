import { expect, test } from 'vitest'
import { mergeTransfers, type ToldTransfer } from './merge-transfers.ts'

const told = (transfer: Partial<ToldTransfer>): ToldTransfer => ({
  source: 'example-rolls',
  recordedOn: '2024-05-11',
  isMonthOnly: false,
  price: 265_000,
  deedType: 'WARRANTY',
  isDeedInferred: false,
  buyer: null,
  buyerType: 'UNKNOWN',
  seller: null,
  loanAmount: null,
  lender: null,
  cashPurchase: null,
  armsLength: null,
  document: null,
  isMultiParcel: false,
  ingestedAt: '2026-11-02T09:30:00Z',
  ...transfer,
})

test('what the word that stands leaves open is taken from another word on the same sale', () => {
  const month = told({
    ...{ source: 'sales', recordedOn: '2024-05-01', isMonthOnly: true, deedType: 'QUITCLAIM', isDeedInferred: true },
    ...{ buyer: 'SAMPLER', buyerType: 'INDIVIDUAL', loanAmount: 1, cashPurchase: false, isMultiParcel: true },
  })
  const day = told({ deedType: 'UNKNOWN', buyer: 'TESTWELL', buyerType: 'LLC' })
  for (const both of [
    [month, day],
    [day, month],
  ])
    expect(mergeTransfers(both)).toMatchObject([
      {
        ...{ recordedOn: '2024-05-11', isMonthOnly: false, buyer: 'TESTWELL', buyerType: 'LLC' },
        ...{ deedType: 'QUITCLAIM', isDeedInferred: true, loanAmount: 1, cashPurchase: false, isMultiParcel: true },
        sources: ['example-rolls', 'sales'],
      },
    ])
})

test('of two words on the same day, the one that knows the deed from its own roll stands', () => {
  const unknown = told({ source: 'a-roll', deedType: 'UNKNOWN' })
  const inferred = told({ source: 'b-roll', deedType: 'QUITCLAIM', isDeedInferred: true })
  const published = told({ source: 'c-roll' })
  expect(mergeTransfers([unknown, inferred, published])).toMatchObject([
    { deedType: 'WARRANTY', isDeedInferred: false, sources: ['c-roll', 'b-roll', 'a-roll'] },
  ])
})

test('the newest deed comes first, and the order does not depend on which roll was read first', () => {
  const deeds = [
    told({ recordedOn: '2019-01-03', price: null }),
    told({ recordedOn: '2024-05-11', document: 'B' }),
    told({ recordedOn: '2024-05-11', document: 'A' }),
    told({ recordedOn: '2021-08-30' }),
  ]
  const merged = mergeTransfers(deeds)
  expect(merged.map(({ recordedOn }) => recordedOn)).toEqual(['2024-05-11', '2024-05-11', '2021-08-30', '2019-01-03'])
  expect(mergeTransfers(deeds.toReversed())).toEqual(merged)
})
