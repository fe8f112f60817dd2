import { getExample } from '@dooryard/contract/api/examples'
import { PaymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { ContactsOverview } from '@dooryard/contract/data/contacts'
import { DncCoverage, DncListVersion } from '@dooryard/contract/data/dnc'
import { expect, test } from 'vitest'
import { toContactHealth, toListHealth, toPaymentHealth } from './health-rules.ts'

const coverage: DncCoverage = { ...getExample(DncCoverage), copies: [getExample(DncListVersion)] }
const contacts = getExample(ContactsOverview)
const payments = getExample(PaymentHealth)
const vendor = {
  ...{ name: 'Example Trace', state: 'WORKING' as const },
  ...{ askedToday: 3, dailyLimit: 10, keptOwners: 3 },
}

test('lists work while every version is current for a week, and otherwise say what to import', () => {
  expect(toListHealth(coverage)).toEqual({ state: 'WORKING', text: 'Numbers in 2 area codes can be checked.' })
  expect(toListHealth({ ...coverage, expiring: 1 }).text).toContain('1 area code expire')
  expect(toListHealth({ ...coverage, expiring: 1, stale: 2 }).text).toContain('2 area codes are out of date')
  expect(toListHealth({ ...coverage, areaCodes: 0, stale: 2 }).text).toContain('No copy is current')
  expect(toListHealth({ ...coverage, areaCodes: 0, copies: [] }).state).toBe('NOT_SET_UP')
})

test('contacts are not set up without a file or vendor, and report a paused or exhausted vendor', () => {
  expect(toContactHealth(contacts).state).toBe('NOT_SET_UP')
  expect(toContactHealth({ ...contacts, vendor })).toEqual({ state: 'WORKING', text: 'Example Trace is responding.' })
  for (const changed of [{ state: 'PAUSED' as const }, { state: 'FAILING' as const }, { askedToday: 10 }])
    expect(toContactHealth({ ...contacts, vendor: { ...vendor, ...changed } }).state).toBe('ATTENTION')
})

test('payments need attention when events fail, and are not set up without a provider', () => {
  expect(toPaymentHealth(payments).state).toBe('WORKING')
  expect(toPaymentHealth({ ...payments, events: { ...payments.events, failing: 1 } }).state).toBe('ATTENTION')
  const allFail = { ...payments.payments, paid: 0, failed: 2 }
  expect(toPaymentHealth({ ...payments, payments: allFail }).text).toContain('2 payments failed')
  expect(toPaymentHealth({ ...payments, provider: null }).state).toBe('NOT_SET_UP')
  expect(toPaymentHealth({ ...payments, isLive: false }).text).toContain('test mode')
})
