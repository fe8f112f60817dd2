import { expect, test } from 'vitest'
import { listChanges } from './field-changes.ts'

test('each changed field is listed once, with before and after', () => {
  expect(
    listChanges({ before: { firstName: 'Casey', companyName: 'Example Co' }, after: { firstName: 'Cassidy' } }),
  ).toEqual([
    { field: 'firstName', label: 'First name', before: 'Casey', after: 'Cassidy' },
    { field: 'companyName', label: 'Company name', before: 'Example Co', after: '–' },
  ])
})

test('empty, boolean and nested values are formatted as text', () => {
  const [empty, yes, list, number] = listChanges({
    after: { address_apt_suite: '', isActive: true, roles: ['CONSUMER_USER'], rows: 0 },
  })
  expect(empty).toMatchObject({ label: 'Address apt suite', after: '–' })
  expect(yes?.after).toBe('Yes')
  expect(list?.after).toBe('["CONSUMER_USER"]')
  expect(number?.after).toBe('0')
})

test('amounts and times are formatted for readers', () => {
  const after = { amount: 3500, currency: 'USD', until: '2026-12-02T12:00:00.000Z' }
  const [amount, , until] = listChanges({ after })
  expect(amount?.after).toBe('$35.00')
  expect(until?.after).toMatch(/^Dec 2, 2026, /)
  // Without a currency, an amount stays a number.
  expect(listChanges({ after: { amount: 3500 } })[0]?.after).toBe('3500')
})

test('an entry without values has no changes', () => {
  expect(listChanges({})).toEqual([])
})
