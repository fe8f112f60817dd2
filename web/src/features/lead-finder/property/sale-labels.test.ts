import type { Transfer } from '@dooryard/contract/transfers'
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
const bare: Transfer = {
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

test('a sale of which all is known says who, how and from where', () => {
  expect(formatSale(sale)).toEqual({
    parties: 'Sampler, Jane to Testwell Holdings LLC',
    details: 'Warranty deed, loan of $212,000 from Example Savings Bank',
    source: 'From Example County sales, also in Example County roll, imported Nov 2, 2026, document A-17',
  })
})

test('a sale of which nothing else is known says no more', () => {
  expect(formatSale(bare)).toEqual({
    parties: undefined,
    details: undefined,
    source: 'From Example County roll, imported Nov 2, 2026',
  })
})

test('what is concluded, imprecise or nominal is said to be', () => {
  const words = formatSale({
    ...bare,
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

test('a payment that is known without a loan amount is told', () => {
  expect(formatSale({ ...bare, cashPurchase: true }).details).toBe('Paid in cash')
  expect(formatSale({ ...bare, cashPurchase: false }).details).toBe('Bought with a loan')
  expect(formatSale({ ...bare, buyer: 'TESTWELL' }).parties).toBe('To Testwell')
})
