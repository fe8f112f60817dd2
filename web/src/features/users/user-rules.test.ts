import { expect, test } from 'vitest'
import { stateOf } from '../../lib/user-state.ts'
import { adjusted, mayBeActedAs, mayBeInvited } from './user-rules.ts'

const casey = {
  id: 'casey',
  role: 'CONSUMER_USER',
  isActive: true,
  emailVerifiedAt: '2026-11-02T09:30:00.000Z',
} as const

test('an account that can be signed in to is active, and the others say why not', () => {
  expect(stateOf(casey).children).toBe('Active')
  expect(stateOf({ ...casey, emailVerifiedAt: null }).children).toBe('Unverified')
  expect(stateOf({ ...casey, isActive: false, emailVerifiedAt: null }).children).toBe('Deactivated')
})

test.each([
  ['a user', {}, true],
  ['an administrator', { role: 'SUPER_ADMIN' }, false],
  ['themselves', { id: 'admin' }, false],
  ['somebody deactivated', { isActive: false }, false],
  ['somebody unverified', { emailVerifiedAt: null }, false],
] as const)('whether an administrator may act as %s', (_, facts, may) => {
  expect(mayBeActedAs({ ...casey, ...facts }, 'admin')).toBe(may)
})

test('only who has not come yet and may come is invited', () => {
  expect(mayBeInvited({ ...casey, emailVerifiedAt: null })).toBe(true)
  expect(mayBeInvited(casey)).toBe(false)
  expect(mayBeInvited({ isActive: false, emailVerifiedAt: null })).toBe(false)
})

const balance = { subscriptionCredits: 1_200, subscriptionCreditsHeld: 300, onDemandCredits: 5 }

test.each([
  ['ON_DEMAND', '5,000', { now: 5, after: 5_005 }],
  ['ON_DEMAND', '-6', { now: 5, after: -1 }],
  ['SUBSCRIPTION', '-1200', { now: 1_200, after: 0 }],
  ['SUBSCRIPTION', '', { now: 1_200 }],
  ['SUBSCRIPTION', '-', { now: 1_200 }],
  ['SUBSCRIPTION', '0', { now: 1_200 }],
] as const)('of %s credits adjusted by %j there are %j', (bucket, typed, there) => {
  expect(adjusted(balance, bucket, typed)).toEqual(there)
})
