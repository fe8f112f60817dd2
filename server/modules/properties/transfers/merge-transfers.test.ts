import { expect, test } from 'vitest'
import { mergeTransfers, type ReportedTransfer } from './merge-transfers.ts'

const makeTransfer = (transfer: Partial<ReportedTransfer>): ReportedTransfer => ({
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

test('missing values of the preferred report are filled from other reports of the same sale', () => {
  const month = makeTransfer({
    ...{ source: 'sales', recordedOn: '2024-05-01', isMonthOnly: true, deedType: 'QUITCLAIM', isDeedInferred: true },
    ...{ buyer: 'SAMPLER', buyerType: 'INDIVIDUAL', loanAmount: 1, cashPurchase: false, isMultiParcel: true },
  })
  const day = makeTransfer({ deedType: 'UNKNOWN', buyer: 'TESTWELL', buyerType: 'LLC' })
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

test('of two reports on the same day, the one with a deed type from its own roll is preferred', () => {
  const unknown = makeTransfer({ source: 'a-roll', deedType: 'UNKNOWN' })
  const inferred = makeTransfer({ source: 'b-roll', deedType: 'QUITCLAIM', isDeedInferred: true })
  const published = makeTransfer({ source: 'c-roll' })
  expect(mergeTransfers([unknown, inferred, published])).toMatchObject([
    { deedType: 'WARRANTY', isDeedInferred: false, sources: ['c-roll', 'b-roll', 'a-roll'] },
  ])
})

test('the newest deed comes first, whatever the order of the rolls', () => {
  const deeds = [
    makeTransfer({ recordedOn: '2019-01-03', price: null }),
    makeTransfer({ recordedOn: '2024-05-11', document: 'B' }),
    makeTransfer({ recordedOn: '2024-05-11', document: 'A' }),
    makeTransfer({ recordedOn: '2021-08-30' }),
  ]
  const merged = mergeTransfers(deeds)
  expect(merged.map(({ recordedOn }) => recordedOn)).toEqual(['2024-05-11', '2024-05-11', '2021-08-30', '2019-01-03'])
  expect(mergeTransfers(deeds.toReversed())).toEqual(merged)
})
