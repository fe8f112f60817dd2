import { expect, test } from 'vitest'
import { afterSave, profileChange, profileValues } from './profile-rules.ts'

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

test('what is not known of a user is an empty text', () => {
  expect(profileValues(user)).toMatchObject({ firstName: 'Casey', companyName: '', address_city: 'Nashville' })
})

test('only what differs is sent, without the spaces around it', () => {
  const before = profileValues(user)
  expect(profileChange(before, { ...before, firstName: ' Cassidy ', lastName: 'Testwell ' })).toEqual({
    firstName: 'Cassidy',
  })
})

test('what is emptied is sent as an empty text, which removes it', () => {
  const before = profileValues(user)
  expect(profileChange(before, { ...before, address_city: '' })).toEqual({ address_city: '' })
})

test('a saved form takes over what another device has changed, and keeps what was typed since', () => {
  const sent = { ...profileValues(user), firstName: 'Cassidy ' }
  const typed = { ...sent, companyName: 'Example Co' }
  const answer = { ...profileValues(user), firstName: 'Cassidy', phone: '615-555-0199', companyName: 'Other Co' }
  expect(afterSave(sent, typed, answer)).toEqual({ ...answer, companyName: 'Example Co' })
})
