import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { expect, test } from 'vitest'
import { addAddress, buildKeyForm, type KeyForm, toExpiry, toKeyForm, toKeyTerms, toNewKey } from './key-form.ts'

const now = Date.parse('2026-11-02T09:30:00Z')
const form: KeyForm = {
  ...{ name: 'CRM', mode: 'LIVE', scopes: ['counts:read'], allowedIps: '', ends: 'NEVER', through: '' },
}
const key = (expiresAt?: string): ApiKey => ({
  ...{ id: 'k', name: 'CRM', prefix: 'dyk_7Hq2', isTest: false, scopes: ['orders:read'], allowedIps: [], usage: [] },
  ...{ createdAt: '2026-10-20T14:00:00Z', expiresAt },
})
const listErrors = (values: object, apiKey?: ApiKey) =>
  buildKeyForm(() => now, apiKey)
    .safeParse({ ...form, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? []

test.each([
  ['NEVER', '', undefined],
  ['30', '', '2026-12-02T09:30:00.000Z'],
  ['365', '2026-11-05', '2027-11-02T09:30:00.000Z'],
  ['DAY', '2026-11-05', '2026-11-06T00:00:00.000Z'],
])('a key that expires %s %s works until %s', (ends, through, at) =>
  expect(toExpiry({ ...form, ends, through }, now)).toBe(at),
)

test('renaming a key keeps its exact expiry, even in the past', () => {
  const past = key('2026-10-30T11:22:33.000Z')
  const edited = { ...toKeyForm(past), name: 'CRM, nightly' }
  expect(listErrors(edited, past)).toEqual([])
  expect(toKeyTerms(edited, now, past)).toEqual({
    name: 'CRM, nightly',
    scopes: ['orders:read'],
    allowedIps: [],
    expiresAt: '2026-10-30T11:22:33.000Z',
  })
  expect(listErrors({ ...edited, through: '2026-10-31' }, past)).toEqual([['through', 'Enter a future day']])
})

test('a key may expire today, but not yesterday or without a day', () => {
  expect(listErrors({ ends: 'DAY', through: '2026-11-02' })).toEqual([])
  expect(listErrors({ ends: 'DAY', through: '2026-11-01' })).toEqual([['through', 'Enter a future day']])
  expect(listErrors({ ends: 'DAY', through: '' })).toEqual([['through', 'Enter a day']])
})

test('a key requires a name and a scope', () =>
  expect(listErrors({ name: ' ', scopes: [] })).toEqual([
    ['name', 'Name is required'],
    ['scopes', 'Choose at least one permission'],
  ]))

test('a key without expiry is unchanged after it was opened', () =>
  expect(toKeyTerms(toKeyForm(key()), now, key())).toEqual({ name: 'CRM', scopes: ['orders:read'], allowedIps: [] }))

test('addresses are one per line or separated by commas, and the first invalid one is named', () => {
  const allowedIps = '203.0.113.7, 198.51.100.0/24\n2001:db8::/32'
  expect(listErrors({ allowedIps })).toEqual([])
  expect(toNewKey({ ...form, mode: 'TEST', allowedIps }, now)).toMatchObject({
    isTest: true,
    allowedIps: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'],
  })
  expect(listErrors({ allowedIps: '203.0.113.7\noffice' })).toEqual([
    ['allowedIps', expect.stringMatching(/^office: Enter an IP address/)],
  ])
  expect(addAddress('203.0.113.7', '198.51.100.9')).toBe('203.0.113.7\n198.51.100.9')
  expect(addAddress('203.0.113.7', '203.0.113.7')).toBe('203.0.113.7')
})
