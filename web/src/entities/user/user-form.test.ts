import { ProfileChange } from '@dooryard/contract/identity/users'
import { expect, test } from 'vitest'
import { mergeSaved, pickChanges, toUserTexts } from './user-form.ts'

const user = {
  id: '1',
  email: 'casey@example.com',
  phone: '615-555-0102',
  firstName: 'Casey',
  lastName: 'Testwell',
  role: 'CONSUMER_USER' as const,
  address_city: 'Nashville',
  emailVerifiedAt: null,
  createdAt: '2026-11-02T09:30:00.000Z',
  isActive: true,
}

const profile = toUserTexts(user, ProfileChange.keyof().options)

test('an unknown field of a user is an empty text', () => {
  expect(profile).toMatchObject({ firstName: 'Casey', companyName: '', address_city: 'Nashville' })
})

test('only changed fields are sent, trimmed', () => {
  expect(pickChanges(profile, { ...profile, firstName: ' Cassidy ', lastName: 'Testwell ' })).toEqual({
    firstName: 'Cassidy',
  })
  expect(pickChanges(profile, profile)).toEqual({})
})

test('a cleared field is sent as an empty text, which removes it', () => {
  expect(pickChanges(profile, { ...profile, address_city: '' })).toEqual({ address_city: '' })
  const before = { ...profile, companyName: 'Example Outreach' }
  expect(pickChanges(before, { ...before, firstName: ' Casey ', companyName: '' })).toEqual({ companyName: '' })
})

test('a saved form adopts changes from another device and keeps what was typed since', () => {
  const sent = { ...profile, firstName: 'Cassidy ' }
  const typed = { ...sent, companyName: 'Example Co' }
  const answer = { ...profile, firstName: 'Cassidy', phone: '615-555-0199', companyName: 'Other Co' }
  expect(mergeSaved(sent, typed, answer)).toEqual({ ...answer, companyName: 'Example Co' })
})
