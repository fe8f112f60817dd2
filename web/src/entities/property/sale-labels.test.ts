import type { Transfer } from '@dooryard/contract/properties/transfers'
import { expect, test } from 'vitest'
import { formatSale } from './sale-labels.ts'

const sale: Transfer = {
  recordedOn: '2016-05-11',
  isMonthOnly: false,
  price: 265_000,
  deedType: 'WARRANTY',
  isDeedInferred: false,
  buyer: 'TESTWELL HOLDINGS LLC',
  buyerType: 'LLC',
  seller: 'SAMPLER, JANE',
  loanAmount: 212_000,
  lender: 'EXAMPLE SAVINGS BANK',
  cashPurchase: false,
  armsLength: true,
  document: 'A-17',
  isMultiParcel: false,
  rolls: ['Example County sales', 'Example County roll'],
  ingestedAt: '2026-11-02T09:30:00Z',
}
const minimalSale: Transfer = {
  ...sale,
  price: null,
  deedType: 'UNKNOWN',
  buyer: null,
  seller: null,
  loanAmount: null,
  lender: null,
  cashPurchase: null,
  armsLength: null,
  document: null,
  rolls: ['Example County roll'],
}

test('a complete sale shows its parties, details and source', () => {
  expect(formatSale(sale)).toEqual({
    parties: 'Sampler, Jane to Testwell Holdings LLC',
    details: 'Warranty deed, loan of $212,000 from Example Savings Bank',
    source: 'From Example County sales, also in Example County roll, imported Nov 2, 2026, document A-17',
  })
})

test('an incomplete sale omits the unknown', () => {
  expect(formatSale(minimalSale)).toEqual({
    parties: undefined,
    details: undefined,
    source: 'From Example County roll, imported Nov 2, 2026',
  })
})

test('inferred, imprecise and nominal values are marked', () => {
  const words = formatSale({
    ...minimalSale,
    recordedOn: '2016-05-01',
    isMonthOnly: true,
    deedType: 'QUITCLAIM',
    isDeedInferred: true,
    armsLength: false,
    isMultiParcel: true,
  })
  expect(words.details).toBe(
    "Quitclaim deed (inferred), not at arm's length, price of several parcels together, day unknown, month only",
  )
})

test('a known payment is shown without a loan amount', () => {
  expect(formatSale({ ...minimalSale, cashPurchase: true }).details).toBe('Paid in cash')
  expect(formatSale({ ...minimalSale, cashPurchase: false }).details).toBe('Bought with a loan')
  expect(formatSale({ ...minimalSale, buyer: 'TESTWELL' }).parties).toBe('To Testwell')
})
