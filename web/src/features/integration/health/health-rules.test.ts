import { ContactsOverview } from '@dooryard/contract/contacts'
import { DncCopy, DncCoverage } from '@dooryard/contract/dnc'
import { exampleOf } from '@dooryard/contract/examples'
import { PaymentHealth } from '@dooryard/contract/payment-health'
import { expect, test } from 'vitest'
import { toContactHealth, toListHealth, toPaymentHealth } from './health-rules.ts'

const lists: DncCoverage = { ...exampleOf(DncCoverage), copies: [exampleOf(DncCopy)] }
const contacts = exampleOf(ContactsOverview)
const payments = exampleOf(PaymentHealth)
const vendor = {
  ...{ name: 'Example Trace', state: 'WORKING' as const },
  ...{ askedToday: 3, dailyLimit: 10, keptOwners: 3 },
}

test('lists work while every copy is current for a week, and say what is to be imported otherwise', () => {
  expect(toListHealth(lists)).toEqual({ state: 'WORKING', words: 'Numbers in 2 area codes can be checked.' })
  expect(toListHealth({ ...lists, expiring: 1 }).words).toContain('1 area code go out of date')
  expect(toListHealth({ ...lists, expiring: 1, stale: 2 }).words).toContain('2 area codes are too old')
  expect(toListHealth({ ...lists, areaCodes: 0, stale: 2 }).words).toContain('No copy is current')
  expect(toListHealth({ ...lists, areaCodes: 0, copies: [] }).state).toBe('NOT_SET_UP')
})

test('contacts are not set up without file and vendor, and a vendor that is paused or used up is told of', () => {
  expect(toContactHealth(contacts).state).toBe('NOT_SET_UP')
  expect(toContactHealth({ ...contacts, vendor })).toEqual({ state: 'WORKING', words: 'Example Trace answers.' })
  for (const changed of [{ state: 'PAUSED' as const }, { state: 'FAILING' as const }, { askedToday: 10 }])
    expect(toContactHealth({ ...contacts, vendor: { ...vendor, ...changed } }).state).toBe('ATTENTION')
})

test('payments need somebody to look when events fail, and are not set up without a provider', () => {
  expect(toPaymentHealth(payments).state).toBe('WORKING')
  expect(toPaymentHealth({ ...payments, events: { ...payments.events, failing: 1 } }).state).toBe('ATTENTION')
  const allFail = { ...payments.payments, paid: 0, failed: 2 }
  expect(toPaymentHealth({ ...payments, payments: allFail }).words).toContain('2 payments failed')
  expect(toPaymentHealth({ ...payments, provider: null }).state).toBe('NOT_SET_UP')
  expect(toPaymentHealth({ ...payments, isLive: false }).words).toContain('test mode')
})
