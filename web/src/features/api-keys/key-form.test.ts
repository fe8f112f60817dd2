import type { ApiKey } from '@dooryard/contract/integrations/api-keys'
import { expect, test } from 'vitest'
import { buildKeyForm, toExpiry, toKeyForm, toNewKey } from './key-form.ts'

const now = Date.parse('2026-11-02T09:30:00Z')
const form = { name: 'CRM', scopes: ['counts:read' as const], ends: 'NEVER', through: '' }
const key = (expiresAt?: string): ApiKey => ({
  ...{ id: 'k', name: 'CRM', prefix: 'dyk_7Hq2', scopes: ['orders:read'], usage: [] },
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
  expect(toNewKey(edited, now, past)).toEqual({
    name: 'CRM, nightly',
    scopes: ['orders:read'],
    expiresAt: '2026-10-30T11:22:33.000Z',
  })
  expect(listErrors({ ...edited, through: '2026-10-31' }, past)).toEqual([['through', 'Enter a day to come']])
})

test('a key may expire today, but not yesterday or without a day', () => {
  expect(listErrors({ ends: 'DAY', through: '2026-11-02' })).toEqual([])
  expect(listErrors({ ends: 'DAY', through: '2026-11-01' })).toEqual([['through', 'Enter a day to come']])
  expect(listErrors({ ends: 'DAY', through: '' })).toEqual([['through', 'Enter a day']])
})

test('a key requires a name and a scope', () =>
  expect(listErrors({ name: ' ', scopes: [] })).toEqual([
    ['name', 'Name is required'],
    ['scopes', 'Choose at least one thing that the key may do'],
  ]))

test('a key without expiry is unchanged after it was opened', () =>
  expect(toNewKey(toKeyForm(key()), now, key())).toEqual({ name: 'CRM', scopes: ['orders:read'] }))
